/** Whether a path is below `/api`, however it is spelt. Paths that are not UTF-8 count as they stand. */
export function isOfApi(path: string): boolean {
  return /^[\\/]+api([\\/]|$)/.test(decoded(path) ?? path);
}

/** Whether a path is below `/api` and can be no address there: not UTF-8, an escaped `/api`, or two slashes in a row. */
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
