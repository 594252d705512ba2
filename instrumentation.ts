/** Called by Next.js once, before the first request. */
export async function register(): Promise<void> {
  // As a branch of its own: what the edge runtime does not have must not get into its bundle.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { env } = await import("./lib/core/env");
    try {
      env();
    } catch (error) {
      // Next.js would only tell of it, and stay there to fail with each request.
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    }
    const { watchRequests } = await import("./lib/core/supplier-wall");
    watchRequests();
    const { guardRequests } = await import("./lib/http/request-guard");
    guardRequests();
    const { flushTracesAtExit, startTraces } = await import("./lib/core/trace-export");
    await startTraces();
    flushTracesAtExit();
  }
}
