const HERE = "https://here.invalid";

/**
 * Returns the path of an address on our own host; undefined for any other. It parses the text as a browser does,
 * because backslashes and control characters can turn what looks like a path into another host.
 */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith("/") || !URL.canParse(path, HERE)) return undefined;
  const url = new URL(path, HERE);
  if (url.origin !== HERE || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}
