/**
 * Called by Next.js once, before the first request. Each request begins as nobody's, so that the session it proves
 * (lib/auth) says for all of it whose rows the database shows.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ subscribe }, { beginRequest }] = await Promise.all([
    import("node:diagnostics_channel"),
    import("./lib/core/supplier-wall"),
  ]);
  // Told in the same turn in which Node.js hands the request on, so all that follows from it is inside.
  subscribe("http.server.request.start", beginRequest);
}
