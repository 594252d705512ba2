/**
 * True if the server does not know an action because the page was opened before a new version (Next.js'
 * `UnrecognizedActionError`).
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.name === "UnrecognizedActionError";
}
