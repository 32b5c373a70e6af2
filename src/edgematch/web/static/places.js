// Places for streams of events. A browser keeps at most six connections to a server, however many of its pages are open,
// and a stream takes one of them: only some pages hold a stream all the time, so that the others can still ask.

const PLACES = ["stream 1", "stream 2", "stream 3", "stream 4"]; // locks, which all pages of the studio share
const place = {
  isWanted: false,
  leave: /** @type {(() => void) | null} */ (null), // while this page has a place
};

/** Whether this page may hold a stream; always where there are no locks: over http from another machine. */
export const hasPlace = () => !navigator.locks || place.leave !== null;

/** Take a place as soon as one is free. */
export function takePlace() {
  if (place.isWanted || !navigator.locks) return;
  place.isWanted = true;
  const others = new AbortController();
  for (const name of PLACES) {
    navigator.locks.request(name, { signal: others.signal }, () => {
      if (place.leave || !place.isWanted) return;
      others.abort();
      return new Promise((leave) => { place.leave = () => leave(null); });
    }).catch(() => {}); // given up for the one that was free first
  }
}

/** Let another page have the place. */
export function leavePlace() {
  place.leave?.();
  place.isWanted = false;
  place.leave = null;
}
