/** Where the button of a payer's page leads (`app/m/[token]/sign`). */
export function signAddressOf(token: string): string {
  return `/m/${encodeURIComponent(token)}/sign`;
}
