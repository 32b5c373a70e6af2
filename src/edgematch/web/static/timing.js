// Actions that wait: for a while, or for the next frame.

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
 * An action that happens at most once in so many milliseconds, and once more after the last call.
 * @param {() => void} action
 * @param {number} milliseconds
 */
export function limited(action, milliseconds) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    action();
    setTimeout(() => { isDue = false; action(); }, milliseconds);
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
