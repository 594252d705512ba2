/** Called by Next.js once, before the first request. */
export async function register(): Promise<void> {
  // As a branch of its own: what the edge runtime does not have must not get into its bundle.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { watchRequests } = await import("./lib/core/supplier-wall");
    watchRequests();
    const { flushTracesAtExit, startTraces } = await import("./lib/core/trace-export");
    await startTraces();
    flushTracesAtExit();
  }
}
