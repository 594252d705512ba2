/**
 * Does something once the page has come to rest: what is only needed after somebody acts takes no part in the first sight
 * of a page, and is there before the first press.
 *
 * @returns takes it back, if it has not begun
 */
export function whenAtRest(task: () => void): () => void {
  // Safari knows no idle callbacks.
  const start = () => ("requestIdleCallback" in window ? void window.requestIdleCallback(task) : task());
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
  return () => window.removeEventListener("load", start);
}
