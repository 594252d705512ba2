import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildOnce } from "../../scripts/build-once";
import { demoEnvironment, placesOf } from "../../scripts/demo-environment";
import { deployMigrations } from "../../scripts/migrations/deploy";
import { assertFree, startChild, startProgram, waitFor } from "../../scripts/processes";
import { DatabaseCluster } from "./database";
import { Kept } from "./kept";
import type { Programs } from "./packages";
import { proxyConfig } from "./proxy";

const READY_MS = 90_000;

export interface ClusteredOptions {
  programs: Programs;
  isSynchronous: boolean;
  replicas: { webs: number; workers: number };
}

/** Webs behind a proxy, workers, the vendors' twins, and a cluster of databases. */
export interface Clustered {
  app: string;
  desk: string;
  env: Record<string, string>;
  logDir: string;
  database: DatabaseCluster;
  webs: Kept[];
  workers: Kept[];
}

/** Starts everything on `PORT` and `SANDBOX_PORT` with the following ports, and ends it afterwards. */
export async function withCluster(options: ClusteredOptions, use: (place: Clustered) => Promise<void>): Promise<void> {
  const { programs, isSynchronous, replicas } = options;
  const ports = { web: Number(process.env.PORT ?? 3400), desk: Number(process.env.SANDBOX_PORT ?? 4400) };
  const dataDir = resolve(".data/cluster");
  const logDir = join(dataDir, "logs");
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(logDir, { recursive: true });
  const kept: Kept[] = [];
  let database: DatabaseCluster | undefined;
  const portsOfWebs = Array.from({ length: replicas.webs }, (_, index) => ports.web + 1 + index);
  try {
    for (const port of [ports.web, ...portsOfWebs, ports.desk]) await assertFree(port);
    console.log("· building, starting three databases and the twins");
    const places = placesOf(ports);
    const basis = demoEnvironment(ports, dataDir, "");
    const [, started] = await Promise.all([
      buildOnce(basis),
      DatabaseCluster.start({ programs, dataDir, port: ports.desk + 40, isSynchronous }),
    ]);
    database = started;
    const env = { ...basis, DATABASE_URL: database.url, WEB_DRAIN_SECONDS: "3", SANDBOX_SCENARIO: "empty" };
    const file = join(dataDir, "haproxy.cfg");
    writeFileSync(file, proxyConfig(ports.web, portsOfWebs) + database.listener());
    kept.push(Kept.start("haproxy", () => startProgram("haproxy", [programs.haproxy, "-f", file], logDir)));
    const twins = Kept.start("sandbox", () =>
      startChild("sandbox", ["--import", "tsx", "sandbox/main.ts"], env, logDir),
    );
    kept.push(twins);
    await waitFor(`${places.desk}/clock`, twins.child, READY_MS, logDir);
    await deployMigrations(database.url);
    console.log(`· starting ${replicas.webs} webs and ${replicas.workers} workers`);
    const webs = portsOfWebs.map((port, index) =>
      Kept.start(`web${index + 1}`, startOf("web", index, { ...env, PORT: String(port) }, logDir)),
    );
    const workers = Array.from({ length: replicas.workers }, (_, index) => {
      const own = { ...env, WORKER_HEALTH_PORT: String(ports.desk + 51 + index) };
      return Kept.start(`worker${index + 1}`, startOf("worker", index, own, logDir));
    });
    kept.push(...webs, ...workers);
    for (const [index, web] of webs.entries())
      await waitFor(`http://127.0.0.1:${portsOfWebs[index]}/api/health`, web.child, READY_MS, logDir);
    for (const [index, worker] of workers.entries())
      await waitFor(`http://127.0.0.1:${ports.desk + 51 + index}/health`, worker.child, READY_MS, logDir);
    // Code that creates rows from here reads the product's own environment.
    Object.assign(process.env, env, { LOG_LEVEL: "silent", EINZUG_PROCESS: "soak" });
    await use({
      app: places.app,
      desk: places.desk.replace("localhost", "127.0.0.1"),
      env,
      logDir,
      database,
      webs,
      workers,
    });
  } finally {
    for (const one of kept.toReversed()) await one.stop();
    await database?.stop();
  }
}

const PROGRAMS = { web: ["dist/web.js"], worker: ["--enable-source-maps", "dist/worker.js"] };

/** @param folder of the build that is started; by default this one */
export function startOf(
  kind: "web" | "worker",
  index: number,
  env: Record<string, string>,
  logDir: string,
  folder?: string,
) {
  return () => startChild(`${kind}${index + 1}`, PROGRAMS[kind], { ...env }, logDir, folder);
}
