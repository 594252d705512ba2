import { setTimeout as wait } from "node:timers/promises";
import { Chance } from "./chance";
import { TTL_SECONDS } from "./cluster/database";
import { type Clustered, withCluster } from "./cluster/installation";
import { loseTransactions } from "./cluster/losses";
import { findPrograms } from "./cluster/packages";
import { SHORT, STRIKES, type StrikeName } from "./cluster/strikes";
import { untilRecovered } from "./crashes/crash-probe";
import { CrashWriter } from "./crashes/crash-writer";
import { tallyOf } from "./oracle/oracle";
import type { Proof } from "./tally";

const INVOICES = 300;
const SHORT_INVOICES = 12;
/** Failovers of an asynchronous cluster. */
const LOSSES = 20;
const SUPPLIERS = 8;
const SHORT_SUPPLIERS = 2;
const REPLICAS = { webs: 3, workers: 3 };
/** A strike on a primary is over when its lease has ended and another one is promoted. */
const RECOVERY_SECONDS = TTL_SECONDS + 10;
/** The host vanishes without a word: connections are noticed to be dead by their silence. */
const BLACK_HOLE_SECONDS = 45;
const WHOLE_MS = 180_000;
const WRITE_MS = 1_000;
const SETTLE_MS = 300_000;

/**
 * Strikes at the machines of an installation that consists of several: three PostgreSQL servers with Patroni and etcd,
 * webs behind a proxy, and workers. Invoices are written before and during each strike. In the end all work is done, and the
 * twins' ledgers are compared with what people did. Every payment must be a row, too.
 */
export const proveByCluster: Proof = async (options, keep) => {
  const programs = findPrograms();
  if (!programs) {
    console.log("· not run: a program of the cluster is not installed (npm run cluster:install)");
    keep({ "strikes at machines": 0 });
    return;
  }
  const isShort = options.short !== undefined;
  const chance = new Chance(Number(options.seed ?? 1));
  const strikes = isShort ? SHORT : chance.shuffle(drawn(options.only, Number(options.strikes ?? 0)));
  const invoices = Number(options.invoices ?? (isShort ? SHORT_INVOICES : INVOICES));
  if (options.asynchronous !== undefined) {
    const runs = Number(options.strikes ?? LOSSES);
    console.log(`· ${runs} failovers with loss`);
    await withCluster({ programs, isSynchronous: false, replicas: REPLICAS }, async (place) => {
      const { laySuppliers } = await import("../bench/sync-suppliers");
      const organisations = await laySuppliers(place.desk, SHORT_SUPPLIERS);
      await loseTransactions(place, organisations, { runs, chance }, keep);
    });
    return;
  }
  console.log(`· ${strikes.length} strikes under ${invoices} invoices, --seed ${options.seed ?? 1}`);
  await withCluster({ programs, isSynchronous: true, replicas: REPLICAS }, async (place) => {
    const { laySuppliers } = await import("../bench/sync-suppliers");
    const organisations = await laySuppliers(place.desk, isShort ? SHORT_SUPPLIERS : SUPPLIERS);
    const writer = new CrashWriter({ ...place, chance, organisations });
    const begunAt = Date.now();
    for (const [index, name] of strikes.entries()) {
      await place.database.untilWhole(WHOLE_MS);
      while (writer.written < (invoices * index) / strikes.length) await writer.write();
      await wait(chance.next() * WRITE_MS);
      const calledAt = performance.now();
      const struck = await STRIKES[name].strike(place, chance);
      const startedAt = typeof struck === "number" ? struck : calledAt;
      const seconds = await writeUntilBack(place, writer, { organisations, index, chance, startedAt });
      const limit = name === "black hole" ? BLACK_HOLE_SECONDS : RECOVERY_SECONDS;
      // As with crashes, a short run does not judge how fast a shared machine is.
      const slow = isShort ? {} : { "slow failovers": seconds > limit ? 1 : 0 };
      keep({ "strikes at machines": 1, crashes: { [name]: 1 }, ...slow });
      console.log(
        `· ${index + 1}: ${name}, back after ${seconds.toFixed(1)} s (${Math.round((Date.now() - begunAt) / 1_000)} s)`,
      );
    }
    while (writer.written < invoices) await writer.write();
    const { countUnknown, settleAll } = await import("./crashes/whole-oracle");
    const { findings, signIns } = await settleAll(place, writer.story, SETTLE_MS);
    for (const { kind, text } of findings) console.log(`  ${kind}: ${text}`);
    const unknown = await countUnknown(place);
    keep({
      "invoices under strikes": writer.written,
      "payments without a row": unknown,
      "sign-ins lost": signIns,
      ...tallyOf(findings),
    });
  });
};

/** All strikes of a whole run, or `count` of each kind whose name contains `only`. */
function drawn(only: string | undefined, count: number): StrikeName[] {
  const names = (Object.keys(STRIKES) as StrikeName[]).filter((name) => name.includes(only ?? ""));
  return names.flatMap((name) => Array.from({ length: count || STRIKES[name].count }, () => name));
}

interface Struck {
  organisations: { id: string; contactId: string }[];
  index: number;
  chance: Chance;
  startedAt: number;
}

/** Writes invoices until everything works again. @returns the seconds since the strike began */
async function writeUntilBack(
  place: Clustered,
  writer: CrashWriter,
  { organisations, index, chance, startedAt }: Struck,
): Promise<number> {
  let isBack = false;
  const back = untilRecovered({ ...place, organisations }, index).finally(() => {
    isBack = true;
  });
  back.catch(() => {});
  while (!isBack) {
    await writer.writeAs(chance.pick(organisations));
    await wait(WRITE_MS);
  }
  await back;
  return (performance.now() - startedAt) / 1_000;
}
