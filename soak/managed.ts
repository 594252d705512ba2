import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { demoEnvironment, type Ports, placesOf } from "../scripts/demo-environment";
import { assertFree, run, startChild, waitFor } from "../scripts/processes";
import { findPrograms } from "./cluster/packages";
import { startPooler } from "./managed/pooler";
import { OWNER, startManagedServer } from "./managed/server";
import type { Proof } from "./tally";

const JOURNEY = "e2e/invoice-to-paid.spec.ts";
const START_MS = 60_000;
const SENTENCE = "DATABASE_URL leads to a pooler in transaction mode";

/**
 * The product on a PostgreSQL server with the limits of a managed service (`startManagedServer`): directly, through
 * PgBouncer in session mode, and through PgBouncer in transaction mode, which web and worker must refuse at their start.
 * Each way that works is deployed to, and serves the journey from an invoice to its payout, and the command for after a
 * restore.
 */
export const proveOnManagedServer: Proof = async (_options, keep) => {
  const programs = findPrograms();
  if (!programs) {
    console.log("· not run: pgbouncer is not installed (npm run cluster:install)");
    return keep({ "managed databases": 0 });
  }
  const ports = { web: Number(process.env.PORT ?? 3400), desk: Number(process.env.SANDBOX_PORT ?? 4400) };
  const at = { server: ports.desk + 40, pooler: ports.desk + 41 };
  for (const port of Object.values(at)) await assertFree(port);
  const folder = resolve(".data/managed");
  rmSync(folder, { recursive: true, force: true });
  const server = await startManagedServer(folder, at.server);
  try {
    const isRight = { direct: await serves(ports, server.url("new")), session: false, transaction: false };
    for (const mode of ["session", "transaction"] as const) {
      const pooler = await startPooler({ program: programs.pgbouncer, folder, server, ports: at, mode });
      try {
        const url = server.url(OWNER.database, at.pooler);
        isRight[mode] = mode === "session" ? await serves(ports, url) : await refuses(ports, folder, url);
      } finally {
        await pooler.stop();
      }
    }
    for (const [way, isSo] of Object.entries(isRight)) console.log(`· ${way}: ${isSo ? "as expected" : "WRONG"}`);
    const wrong = Object.values(isRight).filter((isSo) => !isSo).length;
    keep({ "managed databases": Object.keys(isRight).length, "managed databases that fail": wrong });
  } finally {
    await server.stop();
  }
};

/** True if everything works on an empty database: migrations, the journey, and the command for after a restore. */
async function serves(ports: Ports, url: string): Promise<boolean> {
  console.log(`· migrations, journey and after-restore on port ${new URL(url).port}`);
  const { web, desk } = ports;
  const dataDir = resolve(".data/e2e", String(web));
  try {
    const journey = { E2E_DATABASE_URL: url, E2E_PORT: String(web), E2E_SANDBOX_PORT: String(desk) };
    await run(["--import", "tsx", "scripts/e2e.ts", JOURNEY], journey);
    const env = demoEnvironment(ports, dataDir, url);
    const twins = startChild("sandbox", ["--import", "tsx", "sandbox/main.ts"], env, dataDir);
    try {
      await waitFor(`${placesOf(ports).desk}/clock`, twins, START_MS, dataDir);
      const output = await run(["--import", "tsx", "scripts/after-restore.ts"], env);
      return /^[1-9]\d* of [1-9]\d* suppliers agree/m.test(output);
    } finally {
      await twins.stop();
    }
  } catch (error) {
    console.log(error instanceof Error ? error.message.slice(-4_000) : error);
    return false;
  }
}

/** True if web and worker end at their start, with a sentence that says why. */
async function refuses(ports: Ports, folder: string, url: string): Promise<boolean> {
  const env = demoEnvironment(ports, folder, url);
  const ends = ["web", "worker"].map(async (name) => {
    const child = startChild(name, [`dist/${name}.js`], env, folder);
    await Promise.race([child.ended, wait(START_MS)]);
    await child.stop();
    return readFileSync(join(folder, `${name}.log`), "utf8").includes(SENTENCE);
  });
  return (await Promise.all(ends)).every(Boolean);
}
