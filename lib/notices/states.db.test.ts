import { beforeEach, expect, test } from "vitest";
import { db, type Tx } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { dismissAll } from "@/test/notices";
import { connectedSupplier } from "@/test/supplier-data";
import { raiseNotice, resolveNotice } from "./mutations";
import type { NoticeKind } from "./types";

/** Tests every state of an alerted kind of notice with every event. */
const { customerId } = await connectedSupplier();
const KEY = "payer:states";
const LONG_AGO = new Date("2026-09-01T08:00:00Z");

type State = "none" | "open" | "told" | "resolved";
const ROWS: Record<Exclude<State, "none">, { resolvedAt: Date | null; alertedAt: Date | null }> = {
  open: { resolvedAt: null, alertedAt: null },
  told: { resolvedAt: null, alertedAt: LONG_AGO },
  resolved: { resolvedAt: LONG_AGO, alertedAt: null },
};
const STATES: State[] = ["none", ...(Object.keys(ROWS) as (keyof typeof ROWS)[])];

const inOneGo = (change: (tx: Tx) => Promise<void>) => () => db.$transaction(change);
const raise = (kind: NoticeKind) => inOneGo((tx) => raiseNotice(tx, customerId, { key: KEY, kind }));
const EVENTS: Record<string, () => Promise<void>> = {
  "its cause is met": raise("paid_elsewhere"),
  "a graver cause is met": raise("duplicate_payment"),
  "its cause is gone": inOneGo((tx) => resolveNotice(tx, customerId, KEY)),
  "a person dismisses it": () => dismissAll(customerId, "paid_elsewhere"),
  "a person dismisses others": () => dismissAll(customerId, "payer_changed_late"),
};
/**
 * Rows: the present state. Columns: the events above. `.`: no change. `dismissed`: a person resolved it, and
 * `alertedAt` stays.
 */
const TABLE: Record<State, string> = {
  none: "open open . . .",
  open: "open open resolved dismissed .",
  told: "told open resolved dismissed .",
  resolved: "open open . . .",
};
/** Events that enqueue an alert if they leave a notice open that was not alerted yet. */
const TELLING = ["its cause is met", "a graver cause is met"];

const read = () => db.notice.findFirst({ where: { customerId }, omit: { id: true, updatedAt: true } });

beforeEach(async () => {
  await db.notice.deleteMany({ where: { customerId } });
  await clearJobs();
});

test.each(STATES.flatMap((from) => Object.keys(EVENTS).map((event, i) => [from, event, i] as const)))(
  "a notice in the state %s changes as the table says when: %s",
  async (from, event, i) => {
    if (from !== "none") {
      await EVENTS["its cause is met"]?.();
      await db.notice.updateMany({ where: { customerId }, data: { ...ROWS[from], createdAt: LONG_AGO } });
      await clearJobs();
    }
    const before = await read();
    // Runs the event twice, because every event may be repeated.
    for (const _again of [1, 2]) await EVENTS[event]?.();
    const after = await read();
    const wanted = TABLE[from].split(" ")[i];
    if (wanted === ".") return expect(after).toEqual(before);
    const isOpen = wanted === "open" || wanted === "told";
    expect(after?.resolvedAt === null).toBe(isOpen);
    // A notice whose cause is gone is alerted again if it recurs; one that a person dismissed keeps its `alertedAt`.
    expect(after?.alertedAt !== null).toBe(wanted === "told" || (wanted === "dismissed" && from === "told"));
    expect(after?.kind).toBe(event === "a graver cause is met" ? "duplicate_payment" : "paid_elsewhere");
    expect(await waitingJobs(jobs.sendAlerts)).toHaveLength(TELLING.includes(event) && wanted === "open" ? 1 : 0);
    // A notice that is reopened is dated today.
    const isOld = after?.createdAt.getTime() === LONG_AGO.getTime();
    expect(isOld).toBe(from !== "none" && !(isOpen && from === "resolved"));
    expect((after?.createdAt ?? LONG_AGO) <= now()).toBe(true);
  },
);
