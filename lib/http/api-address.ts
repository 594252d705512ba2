/** True if a path is below `/api`, in any spelling. A path that is not UTF-8 is compared without decoding. */
export function isOfApi(path: string): boolean {
  return /^[\\/]+api([\\/]|$)/.test(decoded(path) ?? path);
}

/**
 * True if a path is below `/api` but cannot be an address there: it is not UTF-8, escapes `/api`, or has a null
 * character, a backslash or two slashes in a row.
 */
export function isMisspelt(path: string): boolean {
  if (!isOfApi(path)) return false;
  const text = decoded(path);
  return text === undefined || text.includes("\0") || !/^\/api(\/|$)/.test(path) || /[\\/]{2}|\\/.test(path);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
