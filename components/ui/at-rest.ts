/** The longest wait on a page that nobody touches. */
const LATEST_MS = 5_000;
const SIGNS_OF_A_PERSON = ["pointermove", "pointerdown", "keydown", "touchstart", "scroll", "focusin"];

/**
 * Runs a task at the first sign of a person, at the latest a few seconds after the page has loaded. Work that is only
 * needed after somebody acts thus does not delay the first view, and is done before the first click.
 *
 * @returns a function that cancels the task, if it has not begun
 */
export function whenAtRest(task: () => void): () => void {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    over.abort();
    clearTimeout(timer);
  };
  const start = () => {
    stop();
    task();
  };
  const wait = () => {
    timer = setTimeout(start, LATEST_MS);
  };
  const options = { signal: over.signal, capture: true, passive: true };
  for (const sign of SIGNS_OF_A_PERSON) window.addEventListener(sign, start, options);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, options);
  return stop;
}
