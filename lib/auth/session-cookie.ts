/** Name of the cookie that carries a session; on https browsers accept it from this very host only. */
export function sessionCookieName(appUrl: string): string {
  return cookieName(appUrl, "session");
}

export function cookieName(appUrl: string, name: string): string {
  return `${appUrl.startsWith("https://") ? "__Host-" : ""}einzug.${name}`;
}
