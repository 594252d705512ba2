/** Returns the name of the session cookie. On https, browsers accept it from exactly this host only (`__Host-`). */
export function sessionCookieName(appUrl: string): string {
  return cookieName(appUrl, "session");
}

export function cookieName(appUrl: string, name: string): string {
  return `${appUrl.startsWith("https://") ? "__Host-" : ""}einzug.${name}`;
}
