const HERE = "https://here.invalid";

/**
 * Where to go after the sign-in: only an address of ours. It is read the way a browser reads it, because backslashes
 * and control characters can turn what looks like a path into another host.
 */
export function safeReturnPath(path: string | undefined): string {
  if (!path?.startsWith("/") || !URL.canParse(path, HERE)) return "/app";
  const url = new URL(path, HERE);
  if (url.origin !== HERE || url.pathname.startsWith("//") || url.pathname.startsWith("/login")) return "/app";
  return url.pathname + url.search + url.hash;
}
