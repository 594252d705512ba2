import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier } from "@/test/supplier-data";
import { storeEvents } from "./group-commit";
import { type IncomingEvent, markFailed, markHandled, takeWaiting } from "./mutations";

/** Every state of a vendor's event, with everything that can happen to it. */
const { customerId } = await connectedSupplier();
const STRANGER = "OR-NOBODY";
const connect = (organisationId: string) =>
  db.connection.update({
    where: { customerId_type: { customerId, type: "GOCARDLESS" } },
    data: { organisationId },
  });

type State = "none" | "ownerless" | "waiting" | "failed" | "handled";

const event = (organisationId: string): IncomingEvent => ({
  ...{ eventId: "EV-STATES", organisationId, subject: "payments:PM1", action: "confirmed" },
  ...{ occurredAt: new Date(), payload: { n: 1 } },
});
const comes = (organisationId: string) => storeEvents("GOCARDLESS", [event(organisationId)]);
const read = () => db.inboxEvent.findFirst({ where: { eventId: "EV-STATES" }, omit: { id: true } });
/** A worker takes the supplier's waiting events, if there are any. */
const work = (mark: (ids: string[]) => Promise<void>) => async () =>
  await mark((await takeWaiting(customerId, 10)).map(({ id }) => id));

const STATES: Record<State, () => Promise<unknown>> = {
  none: async () => {},
  ownerless: () => comes(STRANGER),
  waiting: () => comes("OR-OURS"),
  failed: async () => {
    await comes("OR-OURS");
    await work((ids) => markFailed(ids, new Error("down")))();
  },
  handled: async () => {
    await comes("OR-OURS");
    await work(markHandled)();
  },
};
const EVENTS: Record<string, () => Promise<unknown>> = {
  "it comes": () => comes("OR-OURS"),
  "it comes for somebody we do not know": () => comes(STRANGER),
  "it comes once its organisation is connected": async () => {
    await connect(STRANGER);
    await comes(STRANGER);
  },
  "it is worked off": work(markHandled),
  "working it off fails": work((ids) => markFailed(ids, new Error("down"))),
};
/** Rows: the state. Columns: the events above. `.`: nothing changes and no job is enqueued. */
const TABLE: Record<State, string> = {
  none: "waiting ownerless waiting . .",
  ownerless: "waiting . waiting . .",
  waiting: ". . . handled failed",
  failed: ". . . handled failed",
  handled: ". . . . .",
};

function stateOf(row: Awaited<ReturnType<typeof read>>): State {
  if (!row) return "none";
  if (!row.customerId) return "ownerless";
  if (row.handledAt) return "handled";
  return row.error ? "failed" : "waiting";
}

beforeEach(async () => {
  await db.inboxEvent.deleteMany();
  await connect("OR-OURS");
  await clearJobs();
});

test.each(
  Object.keys(STATES).flatMap((from) => Object.keys(EVENTS).map((name, i) => [from as State, name, i] as const)),
)("an inbox event in state %s, then %s", async (from, name, i) => {
  await STATES[from]();
  await clearJobs();
  const before = await read();
  // Twice, because every event is delivered twice sooner or later.
  for (const _again of [1, 2]) await EVENTS[name]?.();
  const after = await read();
  const wanted = TABLE[from].split(" ")[i] ?? "";
  if (wanted === ".") expect(after).toEqual(before);
  else expect(stateOf(after)).toBe(wanted);
  // A handled event has no error, and a newly waiting event has a job.
  if (wanted === "handled") expect(after?.error).toBeNull();
  expect(await waitingJobs(jobs.drainInbox)).toHaveLength(wanted === "waiting" ? 1 : 0);
});
