import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { ConnectionStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { raiseNotice } from "@/lib/notices/mutations";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, openNotices } from "@/test/supplier-data";
import { endConnection, storeConnection } from "./mutations";
import { disconnect } from "./provider";

/** Every state of a connection with every event that can happen to it. */
const { customerId, actor } = await connectedSupplier();
const key = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
const CONNECTED_AT = new Date("2026-09-01T08:00:00Z");
const LOST = "connection-lost:GOCARDLESS";

beforeEach(async () => {
  await db.notice.deleteMany({ where: { customerId } });
  await clearJobs();
});

type End = Omit<Parameters<typeof endConnection>[2], "reason" | "actor">;
const end = (how: End) => endConnection(customerId, "GOCARDLESS", { ...how, reason: "test", actor });
const EVENTS: Record<string, () => Promise<void>> = {
  "connected again": () =>
    storeConnection(
      customerId,
      "GOCARDLESS",
      { organisationId: "OR-1", accountName: "A", accessToken: "new" },
      actor,
      true,
    ),
  "revoked there": () => end({ status: "revoked" }),
  "our key is refused": () => end({ status: "revoked", ifConnectedAt: CONNECTED_AT }),
  "disconnected here": () => end({ status: "disconnected" }),
  "an old report that it was revoked": () => end({ status: "revoked", ifConnectedBefore: CONNECTED_AT }),
  "the key before this one is refused": () => end({ status: "revoked", ifConnectedAt: new Date(0) }),
};
const ENDS: Record<string, ConnectionStatus> = {
  "revoked there": "revoked",
  "our key is refused": "revoked",
  "disconnected here": "disconnected",
};
const STATES = Object.values(ConnectionStatus);

async function begin(status: ConnectionStatus) {
  const data = { organisationId: "OR-1", accessToken: "old", connectedAt: CONNECTED_AT, endReason: null };
  return await db.connection.update({ where: key, data: { status, ...data } });
}

test.each(STATES.flatMap((from) => Object.keys(EVENTS).map((event) => [from, event] as const)))(
  "a connection in state %s handles the event: %s",
  async (from, event) => {
    const before = await begin(from);
    // Twice, because every event is delivered twice sooner or later.
    for (const _again of [1, 2]) await EVENTS[event]?.();
    const after = await db.connection.findUniqueOrThrow({ where: key });
    const isEnded = from === "connected" && event in ENDS;
    if (event === "connected again") expect(after).toMatchObject({ status: "connected", accessToken: "new" });
    else if (isEnded) expect(after).toMatchObject({ status: ENDS[event], accessToken: null, endReason: "test" });
    else expect(after).toEqual(before);
    expect(await openNotices(customerId)).toEqual(isEnded && ENDS[event] === "revoked" ? [LOST] : []);
    expect(await waitingJobs(jobs.decideInvoices)).toHaveLength(isEnded ? 1 : 0);
    expect(await waitingJobs(jobs.setUpConnection)).toHaveLength(event === "connected again" ? 1 : 0);
  },
);

test.each(STATES)("a supplier disconnects a connection in state %s", async (from) => {
  await begin(from);
  if (from === "revoked") await raiseLost();
  if (from !== "disconnected") await disconnect(customerId, "GOCARDLESS", actor);
  // A second time there is nothing to disconnect.
  await expect(disconnect(customerId, "GOCARDLESS", actor)).rejects.toMatchObject({ code: "connection_missing" });
  const after = await db.connection.findUniqueOrThrow({ where: key });
  expect(after).toMatchObject({ status: "disconnected", endReason: from === "connected" ? "by_supplier" : null });
  if (from !== "disconnected") expect(after.organisationId).toBeNull();
  expect(await openNotices(customerId)).toEqual([]);
  expect(await waitingJobs(jobs.decideInvoices)).toHaveLength(from === "connected" ? 1 : 0);
});

const raiseLost = () =>
  db.$transaction((tx) =>
    raiseNotice(tx, customerId, { key: LOST, kind: "connection_lost", data: { type: "GOCARDLESS" } }),
  );

test.each(Object.keys(EVENTS))("a connection that was never made handles the event: %s", async (event) => {
  await db.connection.delete({ where: key });
  for (const _again of [1, 2]) await EVENTS[event]?.();
  const after = await db.connection.findUnique({ where: key });
  if (event === "connected again") expect(after).toMatchObject({ status: "connected", accessToken: "new" });
  else expect(after).toBeNull();
  expect(await openNotices(customerId)).toEqual([]);
  // Connects again for the cases after this one.
  await EVENTS["connected again"]?.();
});
