import { setTimeout as wait } from "node:timers/promises";
import { mostOpen } from "../bench/open-connections";
import { Chance } from "./chance";
import { findPrograms } from "./cluster/packages";
import { CrashWriter } from "./crashes/crash-writer";
import { tallyOf } from "./oracle/oracle";
import { buildBefore } from "./rolling/before";
import { POOL_SIZE, type Rolled, withRolled } from "./rolling/installation";
import { Requester } from "./rolling/requester";
import { Tabs } from "./rolling/tabs";
import type { Proof } from "./tally";

const REPLICAS = 10;
const INVOICES = 300;
const SUPPLIERS = 8;
const TABS = 20;
const WRITE_MS = 600;
/** When all invoices are written, some follow until the update is over. */
const WRITE_MORE_MS = 4_000;
/** How often each open tab acts before the update begins and after it has ended. */
const ACTS = 2;
const SETTLE_MS = 300_000;

/**
 * Updates an installation to this checkout without a pause: migrations first, then one web and one worker after the
 * other, each at its own port. Invoices are written, pages are loaded, webhooks are delivered and 20 open tabs are used before,
 * during and after it. In the end all work is done, and the twins' ledgers are compared with what people did.
 */
export const proveByRolling: Proof = async (options, keep) => {
  const programs = findPrograms();
  if (!programs) {
    console.log("· not run: haproxy or another package is not installed (npm run cluster:install)");
    keep({ "processes replaced": 0 });
    return;
  }
  const [replicas, invoices] = [Number(options.replicas ?? REPLICAS), Number(options.invoices ?? INVOICES)];
  const chance = new Chance(Number(options.seed ?? 1));
  const before = await buildBefore(options.from);
  console.log(`· from ${before.commit.slice(0, 8)}, which lacks ${before.missing.join(", ")}`);
  console.log(`· starting ${replicas} webs and ${replicas} workers of it`);
  await withRolled({ programs, before, replicas, suppliers: SUPPLIERS + 1 }, async (place) => {
    const tabs = await Tabs.open(place, TABS);
    try {
      const organisations = place.laid.organisations.slice(0, SUPPLIERS);
      const writer = new CrashWriter({ ...place, chance, organisations });
      writer.mayExclude = false;
      const requester = new Requester(place, `einzug.session=${place.laid.token}; CookieConsent=false`);
      let isOver = false;
      const isDone = () => isOver;
      const busy = Promise.all([
        writeInvoices(writer, invoices, isDone),
        requester.run(isDone),
        tabs.use(chance, isDone),
      ]);
      const most = mostOpen(place.env.DATABASE_URL, busy);
      const rolled = roll(place, tabs, writer).finally(() => {
        isOver = true;
      });
      const [unended] = await Promise.all([rolled, busy]);
      await tabs.close();
      writer.story.invoices.push(...tabs.people.story.invoices);
      const beyond = (await most) - 2 * replicas * POOL_SIZE;
      console.log(`· at most ${await most} connections of ${2 * replicas * POOL_SIZE}`);
      keep({
        "processes replaced": 2 * replicas,
        "processes that did not end": unended,
        "actions of open tabs": tabs.sum("actions"),
        "failed actions": tabs.sum("failed"),
        "pages that reloaded": tabs.sum("reloads"),
        "reloads asked for": tabs.sum("asked"),
        "parts of pages missing": tabs.sum("missing"),
        "answers under an update": requester.answers,
        "answers of 5xx": requester.serverErrors + tabs.sum("serverErrors"),
        "requests that failed": requester.failed,
        "connections beyond the formula": Math.max(0, beyond),
        "webhooks lost": await requester.countLost(),
      });
      const { countUnknown, settleAll } = await import("./crashes/whole-oracle");
      console.log(`· ${writer.written} invoices are being settled`);
      const { findings, signIns } = await settleAll(place, writer.story, SETTLE_MS);
      for (const { kind, text } of findings) console.log(`  ${kind}: ${text}`);
      keep({
        "invoices under an update": writer.written,
        "payments without a row": await countUnknown(place),
        "sign-ins lost": signIns,
        ...tallyOf(findings),
      });
    } finally {
      await tabs.close();
    }
  });
};

/** Updates everything between two times in which each tab acts. @returns how many processes had to be killed */
async function roll(place: Rolled, tabs: Tabs, writer: CrashWriter): Promise<number> {
  const startedAt = performance.now();
  const tell = (text: string) =>
    console.log(`· ${text} (${Math.round((performance.now() - startedAt) / 1_000)} s, ${tabs.sum("actions")} actions)`);
  await tabs.untilActed(ACTS);
  const applied = await place.migrate();
  tell(`applied ${applied.join(", ")}`);
  writer.mayExclude = true;
  let unended = 0;
  for (const replica of [...place.webs, ...place.workers]) {
    if (!(await replica.replace())) unended += 1;
    tell(`${replica.name} is replaced`);
  }
  await tabs.untilActed(ACTS);
  tell("every tab has acted on the new build");
  return unended;
}

async function writeInvoices(writer: CrashWriter, invoices: number, isOver: () => boolean): Promise<void> {
  while (!isOver() || writer.written < invoices) {
    await writer.write();
    await wait(writer.written < invoices ? WRITE_MS : WRITE_MORE_MS);
  }
}
