import { isOutdated } from "@/components/action/outdated";

const RELOADED_AT_KEY = "reloadedAt";

/**
 * Longer than a bundler waits for a chunk (two minutes), so that a chunk that never arrives causes no loop of reloads.
 */
const AGAIN_AFTER_MS = 10 * 60_000;

/**
 * True if a chunk of the page's code did not arrive, or the page calls an action that no longer exists. Usually a new
 * version was deployed after the page was opened.
 */
export function isMissingPart(error: Error): boolean {
  return (
    isOutdated(error) ||
    error.name === "ChunkLoadError" ||
    /(loading|load) (css )?chunk|dynamically imported module/i.test(error.message)
  );
}

/**
 * Returns true if the page may reload automatically, at most once per `AGAIN_AFTER_MS`. So a chunk that is really gone
 * ends in an error message.
 */
export function mayReloadAutomatically(): boolean {
  const last = Number(window.sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
  if (Date.now() - last < AGAIN_AFTER_MS) return false;
  window.sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  return true;
}
