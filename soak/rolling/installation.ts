import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildOnce } from "../../scripts/build-once";
import { demoEnvironment, placesOf } from "../../scripts/demo-environment";
import { deployMigrations } from "../../scripts/migrations/deploy";
import { assertFree, run, startChild, startProgram, waitFor } from "../../scripts/processes";
import { startOf } from "../cluster/installation";
import { Kept } from "../cluster/kept";
import type { Programs } from "../cluster/packages";
import { proxyConfig } from "../cluster/proxy";
import type { Before } from "./before";
import type { Laid } from "./lay";

/** The product's defaults (docs/operations.md, "Configuration"). */
export const POOL_SIZE = 5;
const DRAIN_SECONDS = "5";
const READY_MS = 120_000;
const READY_OFFSET = 33;
const HEALTH_OFFSET = 51;

/** A web or a worker. */
interface Replica {
  name: string;
  /** Ends it, starts this checkout's build in its place, and waits for its health. @returns false if it had to be killed */
  replace(): Promise<boolean>;
}

/** Webs of an earlier build behind a proxy, workers of it, PostgreSQL, and the vendors' twins. */
export interface Rolled {
  app: string;
  desk: string;
  env: Record<string, string>;
  webs: Replica[];
  workers: Replica[];
  laid: Laid;
  /** Applies this checkout's migrations. @returns their names */
  migrate(): Promise<string[]>;
}

interface RolledOptions {
  programs: Programs;
  before: Before;
  replicas: number;
  suppliers: number;
}

/** Starts everything on `PORT` and `SANDBOX_PORT` with the following ports, and ends it afterwards. */
export async function withRolled(options: RolledOptions, use: (place: Rolled) => Promise<void>): Promise<void> {
  const { programs, before, replicas } = options;
  const ports = { web: Number(process.env.PORT ?? 3400), desk: Number(process.env.SANDBOX_PORT ?? 4400) };
  const dataDir = resolve(".data/rolling");
  const logDir = join(dataDir, "logs");
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(logDir, { recursive: true });
  const places = placesOf(ports);
  const portsOfWebs = Array.from({ length: replicas }, (_, index) => ports.web + 1 + index);
  const databaseUrl = `postgresql://einzug:einzug@127.0.0.1:${places.postgres}/einzug`;
  process.env.DATABASE_POOL_SIZE = String(POOL_SIZE);
  const basis = demoEnvironment(ports, dataDir, databaseUrl);
  const env = { ...basis, WEB_DRAIN_SECONDS: DRAIN_SECONDS, SANDBOX_SCENARIO: "empty" };
  const [kept, started]: [Kept[], Kept[]] = [[], []];
  const keep = (one: Kept) => {
    kept.push(one);
    return one;
  };
  try {
    for (const port of [ports.web, ...portsOfWebs, ports.desk, places.postgres]) await assertFree(port);
    await buildOnce(env);
    const readyPort = ports.desk + READY_OFFSET;
    const server = ["--import", "tsx", "scripts/postgres-server.ts", join(dataDir, "postgres")];
    const postgres = keep(
      Kept.start("postgres", () =>
        startChild("postgres", [...server, String(places.postgres), String(readyPort)], {}, logDir),
      ),
    );
    const file = join(dataDir, "haproxy.cfg");
    writeFileSync(file, proxyConfig(ports.web, portsOfWebs));
    keep(Kept.start("haproxy", () => startProgram("haproxy", [programs.haproxy, "-f", file], logDir)));
    const twins = keep(
      Kept.start("sandbox", () => startChild("sandbox", ["--import", "tsx", "sandbox/main.ts"], env, logDir)),
    );
    await waitFor(`${places.desk}/clock`, twins.child, READY_MS, logDir);
    await waitFor(`http://127.0.0.1:${readyPort}`, postgres.child, READY_MS, logDir);
    await deployMigrations(databaseUrl, { folder: join(before.folder, "prisma/migrations") });

    const start = async (kind: "web" | "worker", index: number): Promise<Replica> => {
      const port = kind === "web" ? portsOfWebs[index] : ports.desk + HEALTH_OFFSET + index;
      const own = { ...env, [kind === "web" ? "PORT" : "WORKER_HEALTH_PORT"]: String(port) };
      const health = `http://127.0.0.1:${port}${kind === "web" ? "/api" : ""}/health`;
      const name = `${kind}${index + 1}`;
      const one = Kept.start(name, startOf(kind, index, own, logDir, before.folder));
      started.push(one);
      await waitFor(health, one.child, READY_MS, logDir);
      const replace = async () => {
        const code = await one.replace(startOf(kind, index, own, logDir));
        await waitFor(health, one.child, READY_MS, logDir);
        return code === 0;
      };
      return { name, replace };
    };
    const [webs, workers]: [Replica[], Replica[]] = [[], []];
    for (let index = 0; index < replicas; index += 1) {
      webs.push(await start("web", index));
      workers.push(await start("worker", index));
    }
    const desk = places.desk.replace("localhost", "127.0.0.1");
    const laid = await lay(before.folder, { desk, suppliers: options.suppliers, env, dataDir });
    // Code that reads and writes rows from here reads the product's own environment.
    Object.assign(process.env, env, { LOG_LEVEL: "silent", EINZUG_PROCESS: "soak" });
    const migrate = () => deployMigrations(databaseUrl);
    await use({ app: places.app, desk, env, webs, workers, laid, migrate });
  } finally {
    await Promise.all(started.map((one) => one.stop()));
    for (const one of kept.toReversed()) await one.stop();
  }
}

/** Creates the suppliers with the code of the build before. */
async function lay(
  folder: string,
  { desk, suppliers, env, dataDir }: { desk: string; suppliers: number; env: Record<string, string>; dataDir: string },
): Promise<Laid> {
  const script = "soak/rolling/lay.ts";
  mkdirSync(join(folder, "soak/rolling"), { recursive: true });
  writeFileSync(join(folder, script), readFileSync(script));
  const file = join(dataDir, "laid.json");
  const own = { ...env, LOG_LEVEL: "silent", EINZUG_PROCESS: "soak" };
  await run(["--import", "tsx", script, desk, String(suppliers), file], own, folder);
  return JSON.parse(readFileSync(file, "utf8")) as Laid;
}
