/** Returns the address that the payer's button opens (`app/m/[token]/sign`). */
export function signAddressOf(token: string): string {
  return `/m/${encodeURIComponent(token)}/sign`;
}
