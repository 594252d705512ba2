/** Redirects the browser to `location` by GET, after a form sent without scripts. The answer must not be stored. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
