import { setTimeout as wait } from "node:timers/promises";
import type { Chance } from "../chance";
import { call } from "../crashes/installation";
import { People } from "../lives/people";
import type { WrittenInvoice } from "../oracle/story";
import type { Tally } from "../tally";
import { TTL_SECONDS } from "./database";
import type { Clustered } from "./installation";

type Organisation = { id: string; contactId: string };

const DOWN_MS = (TTL_SECONDS + 10) * 1_000;
const WHOLE_MS = 180_000;
const LOOK_MS = 200;
/** The supplier is notified, and everything adopted, within these times after the standby was promoted. */
const TOLD_MS = 10_000;
const ADOPTED_MS = 120_000;
/** Without it by then, the run breaks off. */
const LATEST_MS = 240_000;

interface Payment {
  id: string;
  organisation: string;
  status: string;
  amountCents: number;
  metadata: { invoice?: string };
}

/**
 * An asynchronous standby that lacks the last transactions is promoted, and no process is restarted. An invoice was debited,
 * lowered and debited again since; after the failover it is lowered once more. There must never be two live debits.
 */
export async function loseTransactions(
  place: Clustered,
  organisations: Organisation[],
  { runs, chance }: { runs: number; chance: Chance },
  keep: (tally: Tally) => void,
): Promise<void> {
  const { accountsBySystem, countUnknown } = await import("../crashes/whole-oracle");
  const { db } = await import("@/lib/core/database/db");
  for (let run = 0; run < runs; run += 1) {
    await place.database.untilWhole(WHOLE_MS);
    const organisation = chance.pick(organisations);
    const about = { place, account: (await accountsBySystem()).get(organisation.id) ?? "" };
    const people = new People(place);
    // The supplier has read the notice of the run before.
    await db.notice.updateMany({ where: { kind: "records_lost" }, data: { resolvedAt: new Date() } });
    const primary = await place.database.primary();
    primary.freezeReplication();
    const invoice = await people.write(organisation.id, { id: organisation.contactId }, 45_000);
    await untilDebited(about, invoice, 45_000);
    await people.change(invoice, 40_000);
    await untilDebited(about, invoice, 40_000);
    let isOver = false;
    const most = mostAlive(about, invoice, () => isOver);
    most.catch(() => {});
    await primary.kill(DOWN_MS);
    await people.change(invoice, 35_000);
    await place.database.untilPromoted(primary, WHOLE_MS);
    const promotedAt = performance.now();
    const after = async (isSo: () => Promise<boolean>) => {
      await until(isSo, LATEST_MS);
      return performance.now() - promotedAt;
    };
    const told = after(async () => (await db.notice.count({ where: { kind: "records_lost", resolvedAt: null } })) > 0);
    const adopted = untilDebited(about, invoice, 35_000).then(() =>
      after(async () => (await countUnknown(place)) === 0),
    );
    const [toldMs, adoptedMs] = await Promise.all([told, adopted]);
    isOver = true;
    const live = await most;
    keep({
      "failovers with loss": 1,
      "double collections": live > 1 ? 1 : 0,
      "losses told or adopted late": toldMs > TOLD_MS || adoptedMs > ADOPTED_MS ? 1 : 0,
    });
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    console.log(
      `· ${run + 1}: told after ${seconds(toldMs)}, adopted after ${seconds(adoptedMs)}, at most ${live} live`,
    );
  }
}

interface About {
  place: Clustered;
  /** The supplier's account at the vendor. */
  account: string;
}

/** Returns the live debits of an invoice at the vendor. */
async function aliveOf({ place, account }: About, { number }: WrittenInvoice): Promise<Payment[]> {
  const { gocardless } = await call<{ gocardless: { payments: Payment[] } }>(place, "/ledger", undefined, "GET");
  return gocardless.payments.filter(
    ({ organisation, metadata, status }) =>
      organisation === account && metadata.invoice === number && !["cancelled", "failed"].includes(status),
  );
}

async function untilDebited(about: About, invoice: WrittenInvoice, amountCents: number): Promise<void> {
  await until(async () => {
    const [payment, ...more] = await aliveOf(about, invoice);
    return more.length === 0 && payment?.amountCents === amountCents;
  }, LATEST_MS);
}

/** Returns how many debits of an invoice were live at the same time at most, until it is over. */
async function mostAlive(about: About, invoice: WrittenInvoice, isOver: () => boolean): Promise<number> {
  let most = 0;
  while (!isOver()) {
    most = Math.max(most, (await aliveOf(about, invoice)).length);
    await wait(LOOK_MS);
  }
  return most;
}

async function until(isSo: () => Promise<boolean>, limitMs: number): Promise<void> {
  for (const startedAt = Date.now(); !(await isSo().catch(() => false)); await wait(LOOK_MS))
    if (Date.now() - startedAt > limitMs) throw new Error(`waited too long for ${isSo}`);
}
