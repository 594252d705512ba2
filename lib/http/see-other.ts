/** Leads the browser to `location` by GET, after a form of a page without scripts. Nothing of the answer is stored. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
