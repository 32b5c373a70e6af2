// Actions that wait: for a while, or for the next frame.

const RETRY = 1000; // milliseconds

/**
 * An action that happens some milliseconds after the last call of start().
 * @param {() => void} action
 * @param {number} milliseconds
 */
export function delayed(action, milliseconds) {
  let timer = 0;
  return {
    start(wait = milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(action, wait);
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}

/**
 * An action that happens once in a frame, however often it is asked for.
 * @param {() => void} action
 */
export function oncePerFrame(action) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      action();
    });
  };
}

/**
 * An action that happens at once, but never twice within some milliseconds: the last call of many counts.
 * @param {() => void} action
 * @param {number} milliseconds
 */
export function rarely(action, milliseconds) {
  let [last, timer] = [-Infinity, 0];
  const act = () => {
    [last, timer] = [performance.now(), 0];
    action();
  };
  return () => {
    if (timer) return;
    const wait = last + milliseconds - performance.now();
    if (wait > 0) timer = setTimeout(act, wait);
    else act();
  };
}

/**
 * Do something, again and again until it succeeds.
 * @template T
 * @param {() => Promise<T>} action
 * @param {(error: unknown) => void} report called with every failure
 * @returns {Promise<T>}
 */
export async function untilDone(action, report) {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      report(error);
      await new Promise((done) => { setTimeout(done, RETRY); });
    }
  }
}
