import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { ConnectionStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, openNotices } from "@/test/supplier-data";
import { endConnection, storeConnection } from "./mutations";

/** Every state of a connection with everything that can happen to it. */
const { customerId, actor } = await connectedSupplier();
const key = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
const CONNECTED_AT = new Date("2026-09-01T08:00:00Z");
const LOST = "connection-lost:GOCARDLESS";

beforeEach(async () => {
  await db.notice.deleteMany({ where: { customerId } });
  await clearJobs();
});

const end = (status: "revoked" | "disconnected", ifConnectedBefore?: Date) =>
  endConnection(customerId, "GOCARDLESS", { status, reason: "test", actor, ifConnectedBefore });
const EVENTS: Record<string, () => Promise<void>> = {
  "connected anew": () =>
    storeConnection(customerId, "GOCARDLESS", { organisationId: "OR-1", accountName: "A", accessToken: "new" }, actor),
  "revoked there": () => end("revoked"),
  "disconnected here": () => end("disconnected"),
  "an old word that it was revoked": () => end("revoked", CONNECTED_AT),
};
const ENDS: Record<string, ConnectionStatus> = { "revoked there": "revoked", "disconnected here": "disconnected" };

test.each(
  Object.values(ConnectionStatus).flatMap((from) => Object.keys(EVENTS).map((event) => [from, event] as const)),
)("%s: %s", async (from, event) => {
  const before = await db.connection.update({
    where: key,
    data: { status: from, organisationId: "OR-1", accessToken: "old", connectedAt: CONNECTED_AT, endReason: null },
  });
  // Told twice, as everything is sooner or later.
  for (const _again of [1, 2]) await EVENTS[event]?.();
  const after = await db.connection.findUniqueOrThrow({ where: key });
  const isEnded = from === "connected" && event in ENDS;
  if (event === "connected anew") expect(after).toMatchObject({ status: "connected", accessToken: "new" });
  else if (isEnded) expect(after).toMatchObject({ status: ENDS[event], accessToken: null, endReason: "test" });
  else expect(after).toEqual(before);
  expect(await openNotices(customerId)).toEqual(isEnded && event === "revoked there" ? [LOST] : []);
  expect(await waitingJobs(jobs.decideInvoices)).toHaveLength(isEnded ? 1 : 0);
  expect(await waitingJobs(jobs.setUpConnection)).toHaveLength(event === "connected anew" ? 1 : 0);
});
