/**
 * Makes something when it is first asked for, and keeps it. For what is dear to make and not always needed: the first
 * `Intl` formatter of a browser makes it read its tables of all languages, during which the page stands still.
 */
export function kept<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
