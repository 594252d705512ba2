import { afterAll, expect, test, vi } from "vitest";
import { db } from "@/lib/core/database/db";
import { drainInbox } from "@/lib/events/jobs";
import type { JobWork } from "@/lib/jobs/runner";
import { bookPayouts } from "@/lib/payouts/booking/jobs";
import type * as registry from "@/lib/providers/accounting/registry";
import type * as systems from "@/lib/providers/accounting/systems";
import { vendorName } from "@/lib/vendors/types";
import { TestSandbox } from "@/test/sandbox";
import { bringEvents, debitAtTwins, readLedger, supplierAtTwins } from "@/test/twin-supplier";

/** Adds one system to both tables of the registry, and nothing else. No code above the registry names it. */
vi.mock("@/lib/providers/accounting/systems", async (load) => {
  const actual = await load<typeof systems>();
  const FOURTH = { ...actual.ASKED_SYSTEMS.SEVDESK, name: "Viertbuch" };
  const capabilitiesOf = (type: string) =>
    type === "FOURTH" ? FOURTH.capabilities : actual.capabilitiesOf(type as "SEVDESK");
  return { ...actual, ASKED_SYSTEMS: { ...actual.ASKED_SYSTEMS, FOURTH }, capabilitiesOf };
});
vi.mock("@/lib/providers/accounting/registry", async (load) => {
  const actual = await load<typeof registry>();
  const doorOf = (type: string) => (type === "FOURTH" ? "SEVDESK" : (type as "SEVDESK"));
  return {
    ...actual,
    accountingOf: (type: string, access: Parameters<typeof registry.accountingOf>[1]) =>
      actual.accountingOf(doorOf(type), access),
    signInOf: (type: string) => actual.signInOf(doorOf(type)),
    callbacksOf: (type: string) => actual.callbacksOf(doorOf(type)),
  };
});

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

test("a fourth system is connected, synced, collected from and booked in by registry entries alone", async () => {
  const known = await supplierAtTwins(sandbox, "FOURTH" as "SEVDESK");
  // The people of the test work in the sevdesk twin.
  const supplier = { ...known, system: "SEVDESK" as const };
  const { customerId } = supplier;
  const run = (job: JobWork) => job.run({ customerId });
  const debit = await debitAtTwins(sandbox, supplier);
  expect(await db.invoice.findMany({ where: { customerId }, include: { contact: true } })).toMatchObject([
    { books: "FOURTH", externalId: debit.written.id, openCents: 11_900, contact: { books: "FOURTH" } },
  ]);
  await sandbox.desk(`/gocardless/payments/${debit.paymentId}/pay-out`, {});
  await bringEvents(supplier);
  await run(drainInbox);
  await run(bookPayouts);
  expect(await db.payout.findMany({ where: { customerId } })).toMatchObject([{ bookingStatus: "booked" }]);
  const { sevdesk } = await readLedger(sandbox);
  expect(sevdesk.invoices.find(({ id }) => id === debit.written.id)).toMatchObject({ openCents: 0 });
  const payment = (await readLedger(sandbox)).gocardless.payments.find(({ id }) => id === debit.paymentId);
  expect(Object.values(payment?.metadata ?? {})).toContain(`FOURTH:${debit.written.id}:1`);
  expect(vendorName("FOURTH")).toBe("Viertbuch");
});
