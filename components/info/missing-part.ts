import { isOutdated } from "@/components/action/outdated";

const RELOADED_AT_KEY = "reloadedAt";

/** Longer than a bundler waits for a part (two minutes), so that a part that never comes is not waited for in circles. */
const AGAIN_AFTER_MS = 10 * 60_000;

/** A part of the page's own code did not arrive, or calls what is gone: mostly because a new version was put out since the page was opened. */
export function isMissingPart(error: Error): boolean {
  return (
    isOutdated(error) ||
    error.name === "ChunkLoadError" ||
    /(loading|load) (css )?chunk|dynamically imported module/i.test(error.message)
  );
}

/** Whether a reload may be tried by itself. Says yes once, so that a part that is really gone ends in words. */
export function mayReloadByItself(): boolean {
  const last = Number(window.sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  if (Date.now() - last < AGAIN_AFTER_MS) return false;
  window.sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  return true;
}
