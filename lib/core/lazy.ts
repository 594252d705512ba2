/**
 * Returns a function that creates a value at its first call and returns the same value afterwards. It is for values
 * that are expensive and not always needed: for its first `Intl` formatter a browser reads its tables of all languages,
 * which blocks the page.
 */
export function kept<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
