import { expect, test } from "vitest";
import { storeConnection } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, seedInvoice, seedMandate } from "@/test/supplier-data";
import { confirmExternalSchedules, storeExternalSchedules } from "./mutations";

const NONE = { subscriptions: { count: 0, cents: 0 }, instalments: { count: 0, cents: 0 } };
const SOME = { ...NONE, subscriptions: { count: 3, cents: 7_500 } };
const read = (customerId: string) =>
  db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type: "GOCARDLESS" } } });

test("external schedules block collections until somebody has confirmed them", async () => {
  const { customerId, actor } = await connectedSupplier();
  const { id, contactId } = await seedInvoice(customerId);
  await seedMandate(customerId, contactId);
  await storeExternalSchedules(customerId, SOME);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "other_engines_unconfirmed" });
  await clearJobs();
  await confirmExternalSchedules(customerId, actor);
  expect(await waitingJobs(jobs.decideInvoices)).toEqual([{ customerId }]);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
  const confirmedAt = (await read(customerId)).schedulesConfirmedAt;
  await confirmExternalSchedules(customerId, actor);
  expect((await read(customerId)).schedulesConfirmedAt).toEqual(confirmedAt);
  const entries = await db.auditEntry.findMany({ where: { customerId, action: "connection.engines-confirmed" } });
  expect(entries).toHaveLength(1);
});

test("nothing is collected before external schedules have been read", async () => {
  const { customerId } = await connectedSupplier();
  const { id, contactId } = await seedInvoice(customerId);
  await seedMandate(customerId, contactId);
  await db.connection.updateMany({ where: { customerId }, data: { schedulesReadAt: null } });
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "wait", reason: "payments_not_connected" });
  await storeExternalSchedules(customerId, NONE);
  expect(await decideNow(customerId, id)).toMatchObject({ outcome: "collect" });
});

test("invoices are decided again only for the first and the last external schedule", async () => {
  const { customerId } = await connectedSupplier();
  const { id } = await seedInvoice(customerId);
  const wanted = async () => {
    const row = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
    await db.invoice.updateMany({ where: { customerId }, data: { needsDecision: false } });
    return row.needsDecision;
  };
  await storeExternalSchedules(customerId, NONE);
  await wanted();
  await storeExternalSchedules(customerId, NONE);
  expect(await wanted()).toBe(false);
  await storeExternalSchedules(customerId, SOME);
  expect(await wanted()).toBe(true);
  await storeExternalSchedules(customerId, { ...SOME, instalments: { count: 1, cents: 100 } });
  expect(await wanted()).toBe(false);
  await storeExternalSchedules(customerId, NONE);
  expect(await wanted()).toBe(true);
});

test("a confirmation of external schedules holds only for the account it was given for", async () => {
  const { customerId, actor } = await seedSupplier();
  const connect = (organisationId: string) =>
    storeConnection(customerId, "GOCARDLESS", { organisationId, accountName: "A", accessToken: "x" }, actor, true);
  const [one, other] = [`OR1${customerId}`, `OR2${customerId}`];
  await connect(one);
  await confirmExternalSchedules(customerId, actor);
  await connect(one);
  expect((await read(customerId)).schedulesConfirmedAt).not.toBeNull();
  await disconnect(customerId, "GOCARDLESS", actor);
  await connect(other);
  expect(await read(customerId)).toMatchObject({ schedulesConfirmedAt: null, schedulesReadAt: null });
});
