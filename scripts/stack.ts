import { rmSync } from "node:fs";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { buildOnce } from "./build-once";
import { demoEnvironment, type Ports, placesOf } from "./demo-environment";
import { USUAL_PASSWORD } from "./embedded-postgres";
import { localDatabase } from "./local-database";
import { folderInMemory, IN_MEMORY_FLAGS } from "./memory-database";
import { deployMigrations } from "./migrations/deploy";
import { PastLoading } from "./past/load";
import { assertFree, type Child, run, startChild, waitFor } from "./processes";

export interface StackOptions {
  ports: Ports;
  dataDir: string;
  /**
   * `past`: a supplier with a recorded year. `bare`: the same supplier, who has just begun. `none`: the user registers
   * and connects by hand.
   */
  data: "past" | "bare" | "none";
  /** The variable that may name a server in place of the embedded one. */
  databaseVariable?: string;
  /**
   * Passwords that can be searched for. Without them the embedded server has its usual one, and the mail catcher has
   * none.
   */
  passwords?: { database: string; mail: string };
  /** Keeps the embedded server's data in memory: for a stack whose data end with it. */
  isInMemory?: boolean;
  /** Counts the statements of the embedded server, for the view `pg_stat_statements`. */
  countsStatements?: boolean;
  /** Runs web, worker and twins from their sources instead of a build. Each reloads when a file changes. */
  isWatching?: boolean;
  /** Builds without minifying: pages load a little more, and nothing else differs. */
  isQuick?: boolean;
  onStep?: (step: string) => void;
}

type Kind = "web" | "worker" | "sandbox";

export interface Stack {
  env: Record<string, string>;
  /** PostgreSQL only if it is the embedded one. */
  children: Record<Kind, Child> & { postgres?: Child };
  /** Starts another process of the same kind, e.g. after it was killed, and waits until it is ready. */
  start(name: Kind | "postgres"): Promise<Child>;
  stop(): Promise<void>;
}

const TSX = ["--import", "tsx"];
const READY_OFFSET = 33;

/**
 * Starts everything for demo and journeys: PostgreSQL, migrations, twins, a production build, web, worker and demo
 * data.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { ports, dataDir } = options;
  const logDir = join(dataDir, "logs");
  const places = placesOf(ports);
  const step = options.onStep ?? (() => {});
  for (const port of [ports.web, ...[0, 1, 2, 3, 4, 5, 25, 80].map((offset) => ports.desk + offset)])
    await assertFree(port);
  const password = options.passwords?.database ?? USUAL_PASSWORD;
  const databaseDir = options.isInMemory
    ? join(folderInMemory(), `einzug-stack-${process.pid}`)
    : join(dataDir, "postgres");
  const startDatabase = () =>
    startPostgresChild(
      databaseDir,
      [places.postgres, ports.desk + READY_OFFSET],
      { password, countsStatements: options.countsStatements ?? false, isInMemory: options.isInMemory ?? false },
      logDir,
    );
  const given = options.databaseVariable ? localDatabase(options.databaseVariable) : undefined;
  const embedded = given ? undefined : startDatabase();
  const databaseUrl = given ?? `postgresql://einzug:${password}@127.0.0.1:${places.postgres}/einzug`;
  const env = demoEnvironment(ports, dataDir, databaseUrl);
  if (options.passwords) env.SMTP_URL = places.smtp.replace("//", `//einzug:${options.passwords.mail}@`);
  if (options.isWatching) env.NODE_ENV = "development";
  env.SANDBOX_SCENARIO = options.data === "none" ? "empty" : "demo";
  const past = options.data === "past" ? new PastLoading(dataDir, ports) : undefined;
  const started: Child[] = embedded ? [embedded] : [];
  const ready = {
    web: `${places.app}/api/health`,
    sandbox: `${places.desk}/clock`,
    postgres: `http://127.0.0.1:${ports.desk + READY_OFFSET}`,
    worker: undefined,
  };
  const start: Stack["start"] = async (name) => {
    const commands = options.isWatching ? WATCHING : COMMANDS;
    const child = name === "postgres" ? startDatabase() : startChild(name, commands[name](ports), env, logDir);
    started.push(child);
    if (ready[name]) await waitFor(ready[name], child, 60_000, logDir);
    return child;
  };
  const stop = async () => {
    for (const child of started.toReversed()) await child.stop();
    if (options.isInMemory) rmSync(databaseDir, { recursive: true, force: true });
  };
  try {
    if (!options.isWatching) step("building web process and worker (only after a change)");
    const building = options.isWatching ? Promise.resolve() : buildOnce(env, options.isQuick ? "quick" : "full");
    building.catch(() => {});
    step("starting database and sandbox");
    past?.prepareTwins();
    const [sandbox] = await Promise.all([start("sandbox"), prepareDatabase()]);
    await building;
    step("starting web and worker");
    const [worker, web] = await Promise.all([start("worker"), start("web")]);
    if (options.data === "bare") await run([...TSX, "prisma/seed/demo.ts"], env);
    return { env, children: { web, worker, sandbox, postgres: embedded }, start, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function prepareDatabase(): Promise<void> {
    if (embedded) await waitFor(ready.postgres, embedded, 60_000, logDir);
    await deployMigrations(databaseUrl);
    if (!past) return;
    // The keys of this data directory are read from the environment.
    Object.assign(process.env, env);
    const { encrypt } = await import("../lib/core/crypto");
    await past.fillDatabase(databaseUrl, encrypt);
  }
}

const COMMANDS = {
  // Like `npm run start`, but without npm as the process that would be stopped.
  web: (ports: Ports) => webCommand(ports.web),
  worker: () => ["--enable-source-maps", "dist/worker.js"],
  sandbox: () => [...TSX, "sandbox/main.ts"],
};

const TSX_WATCH = ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false"];
/** The same processes from their sources. Next.js reloads pages; the other processes start again. */
const WATCHING: typeof COMMANDS = {
  web: (ports) => ["node_modules/next/dist/bin/next", "dev", "-p", String(ports.web)],
  worker: () => [...TSX_WATCH, "worker.ts"],
  sandbox: () => [...TSX_WATCH, "sandbox/main.ts"],
};

function startPostgresChild(
  directory: string,
  ports: number[],
  { password, countsStatements, isInMemory }: { password: string; countsStatements: boolean; isInMemory: boolean },
  logDir: string,
): Child {
  const args = [...TSX, "scripts/postgres-server.ts", directory, ...ports.map(String)];
  if (countsStatements) args.push("-c", "shared_preload_libraries=pg_stat_statements");
  if (isInMemory) args.push(...IN_MEMORY_FLAGS);
  return startChild("postgres", args, { EMBEDDED_POSTGRES_PASSWORD: password }, logDir);
}

/** A commit that is compared with this one may have no program of its own for web (bench/compare.ts). */
function webCommand(port: number): string[] {
  const [program, ...rest] = manifest.scripts.start.split(" ");
  if (program === "node") return rest;
  return ["node_modules/next/dist/bin/next", ...rest, "-p", String(port)];
}
