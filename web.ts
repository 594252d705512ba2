import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import "next";
import { startServer } from "next/dist/server/lib/start-server.js";
import { isDraining, startDraining } from "@/lib/jobs/draining";

/**
 * The web process: Next.js on the build in this folder. It needs neither the command line of Next.js nor the settings that
 * only a build reads.
 *
 * On SIGTERM its health turns red, so that proxies send it nothing more. It still answers everything for
 * `WEB_DRAIN_SECONDS`, then accepts no connection, finishes what runs, and ends. SIGINT skips the first part.
 */
const KEEP_ALIVE_MS = 65_000;
const PORT = 3_000;
/** The longest request is a call to a vendor (PROVIDER_TIMEOUT_MS); a supervisor kills after its own limit. */
const FINISH_MS = 20_000;

const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8")) as { config: unknown };
const environment: Record<string, string | undefined> = process.env;
environment.NODE_ENV ??= "production";
environment.NEXT_MANUAL_SIG_HANDLE = "true";
environment.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
const drainMs = 1_000 * Number(process.env.WEB_DRAIN_SECONDS || 5);

const servers = new Set<Server>();
subscribe("http.server.request.start", (message) => {
  const { server, response } = message as { server: Server; response: ServerResponse };
  servers.add(server);
  // Otherwise a proxy would send its next request on a connection that is about to close.
  if (isDraining()) response.shouldKeepAlive = false;
});

let isEnding = false;
async function end(waitMs: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  startDraining();
  await wait(waitMs);
  const closing = [...servers].map((server) => new Promise((resolve) => server.close(resolve)));
  await Promise.race([Promise.all(closing), wait(FINISH_MS)]);
  process.exit(0);
}
process.on("SIGTERM", () => void end(drainMs));
process.on("SIGINT", () => void end(0));

await startServer({
  ...{ dir: process.cwd(), isDev: false, allowRetry: false },
  port: Number(process.env.PORT || PORT),
  keepAliveTimeout: KEEP_ALIVE_MS,
});
