/** Called by Next.js once, before the first request. */
export async function register(): Promise<void> {
  // The imports stay inside this branch, so that Node.js modules do not get into the bundle of the edge runtime.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { env } = await import("./lib/core/env");
    try {
      env();
    } catch (error) {
      // Next.js would only log the error and keep a process running that fails every request.
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    }
    const { requireUsableDatabase, UnusableDatabase } = await import("./lib/core/database/connection/readiness");
    await requireUsableDatabase().catch((error: unknown) => {
      // A database that cannot be reached yet turns the health address red, and may answer later.
      if (!(error instanceof UnusableDatabase)) return;
      console.error(error.message);
      process.exit(1);
    });
    const { watchRequests } = await import("./lib/core/tenants/tenant-scope");
    watchRequests();
    const { guardRequests } = await import("./lib/http/refusals/request-guard");
    guardRequests();
    const { flushTracesAtExit, startTraces } = await import("./lib/core/telemetry/trace-export");
    await startTraces();
    flushTracesAtExit();
  }
}
