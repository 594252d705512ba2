/** A page that was opened before a new version names actions as that version did (Next.js' `UnrecognizedActionError`). */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.name === "UnrecognizedActionError";
}
