// How requests and their answers travel: to the server that this page came from.
// `make static` puts local/transport.js in its place, for a page without a server.

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export const send = (path, options) => fetch(path, options);

/** Whether searches can outlive the page, and use several threads. */
export const HAS_SERVER = true;

/** Why a search takes its time to begin. */
export const WHY_PREPARING = "the first run of an engine compiles its code";

/**
 * A stream of server-sent events.
 * @param {string} path
 */
export const openStream = (path) => new EventSource(path);
