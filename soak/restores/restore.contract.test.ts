import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { carryOutCollection } from "@/lib/collections/carry-out-jobs";
import { decideInvoices } from "@/lib/collections/jobs";
import { adoptLostPayments, hearAnew } from "@/lib/collections/lost-mutations";
import { approveRetry } from "@/lib/collections/retry-mutations";
import { wantSync } from "@/lib/connections/mutations";
import { today } from "@/lib/core/clock";
import { addDays } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { saveSettings } from "@/lib/customers/mutations";
import { syncInvoices } from "@/lib/invoices/sync-jobs";
import { recogniseMandates } from "@/lib/mandates/jobs";
import { archivePayout } from "@/lib/payouts/mutations";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { dropDatabase } from "../../test/postgres";
import { JobTable } from "../lives/job-table";
import { Stage } from "../lives/stage";
import { SimulatedSupplier } from "../lives/supplier";
import { SimulatedWorld } from "../lives/world";
import type { LedgerPayment } from "../oracle/ledger";

/**
 * The restore drill: a picture of the database is taken, suppliers and payers go on for some minutes, and the product is
 * started again on the picture. GoCardless knows of debits then that the database has never heard of.
 */
const { adminUrl } = inject("postgres");
const live = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
const picture = `${live}_picture`;
const world = await SimulatedWorld.start();
const table = new JobTable();
afterAll(async () => {
  await world.stop();
  await table.close();
  await dropDatabase(adminUrl, picture);
});

/** The database `to` becomes what `from` is. */
async function copy(from: string, to: string): Promise<void> {
  await db.$disconnect();
  await dropDatabase(adminUrl, to);
  const client = new pg.Client(adminUrl);
  await client.connect();
  // The queue keeps a connection of its own, which it opens again.
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [from]);
  await client.query(`CREATE DATABASE "${to}" TEMPLATE "${from}"`);
  await client.end();
}

const takePicture = () => copy(live, picture);
const restorePicture = () => copy(picture, live);

interface Written {
  id: string;
  number: string;
}

let stage: Stage;
let payer: { name: string; email: string };

beforeEach(async () => {
  await table.forgetEverything();
  await world.reset(7);
  stage = new Stage(world, await SimulatedSupplier.connect(), table, 7);
  payer = { name: "Café Ähre", email: `zahler-${randomUUID().slice(0, 8)}@aehre.example` };
  await stage.settle();
});

const write = async (amountCents = 11_900): Promise<Written> =>
  (await world.desk<Written>("/lexware/invoices", {
    organisation: stage.supplier.books,
    contact: payer,
    amountCents,
    paymentTermLabel: DIRECT_DEBIT_TERM,
  })) as Written;

/** A payer who has signed, for whom the first invoice is under way already. */
async function signed(): Promise<void> {
  await write(100);
  await stage.settle();
  await world.desk(`/gocardless/mandates/${payer.email}/sign`, { organisation: stage.supplier.account });
  await stage.settle();
}

const paymentsFor = async ({ number }: Written): Promise<LedgerPayment[]> =>
  (await world.ledger()).gocardless.payments.filter((payment) => payment.metadata.invoice === number);
const alive = (payments: LedgerPayment[]) => payments.filter((payment) => payment.status !== "cancelled");

/** One debit that can bring money, and it is the one that we know of and that holds the invoice. */
async function expectOnce(written: Written, amountCents: number): Promise<void> {
  const [payment, ...more] = alive(await paymentsFor(written));
  expect(more, written.number).toEqual([]);
  expect(payment).toMatchObject({ amountCents });
  const rows = await db.collection.findMany({ where: { invoice: { externalId: written.id }, holdsInvoice: true } });
  expect(rows).toMatchObject([{ providerId: payment?.id, amountCents, status: "created", isDuplicate: false }]);
}

/** What an operator does between the restore and the start; it may be forgotten where nothing was changed meanwhile. */
const afterRestore = () => adoptLostPayments(stage.supplier.seeded.customerId);

/** The worst order: the books are read, decided and debited while nobody has looked at GoCardless yet. */
async function debitBeforeAnythingIsHeard(debits = 2): Promise<void> {
  const { customerId } = stage.supplier.seeded;
  await db.$transaction((tx) => wantSync(tx, customerId, "listing"));
  await syncInvoices.run({ customerId } as never);
  await decideInvoices.run({ customerId } as never);
  const planned = await db.collection.findMany({ where: { customerId, status: "pending" } });
  expect(planned).toHaveLength(debits);
  for (const { id } of planned) await carryOutCollection.run({ customerId, collectionId: id } as never);
}

/** An invoice that the restored picture has never heard of: debited, lowered, and debited anew by the payments `made`. */
async function loweredSincePicture() {
  await signed();
  await takePicture();
  const written = await write(20_000);
  await stage.settle();
  await world.desk(`/lexware/invoices/${written.id}/part-pay`, { amountCents: 5_000 });
  await stage.settle();
  const made = await paymentsFor(written);
  expect(made.map(({ status, amountCents }) => [status, amountCents])).toEqual([
    ["cancelled", 20_000],
    ["pending_submission", 15_000],
  ]);
  await restorePicture();
  return { written, made: made.map(({ id }) => id) };
}

/** What is at GoCardless of the tries by then. */
const TRIES = {
  nothing: ["pending_submission"],
  lowered: ["cancelled", "pending_submission"],
  off: ["cancelled"],
};

describe("after a restore to ten minutes ago", () => {
  test.each(["by the command", "by its key alone, before any event is read"])(
    "what was collected since is not collected again: known then, not known then, signed since (%s)",
    async (how) => {
      await signed();
      const known = await write();
      await stage.settle();
      expect(await paymentsFor(known)).toHaveLength(1);
      const waiting = { ...payer };
      payer = { name: "Bauhof", email: `bau-${randomUUID().slice(0, 8)}@bau.example` };
      const asked = await write(30_000);
      await stage.settle();
      await takePicture();

      await world.desk(`/gocardless/mandates/${payer.email}/sign`, { organisation: stage.supplier.account });
      payer = waiting;
      const since = [await write(20_000), await write(40_000)];
      await stage.settle();
      const made = (await world.ledger()).gocardless.payments;
      expect(alive(await paymentsFor(asked))).toHaveLength(1);
      await restorePicture();
      const [first] = since;
      expect(await db.invoice.count({ where: { externalId: first?.id } })).toBe(0);

      if (how === "by the command") expect(await afterRestore()).toMatchObject({ lost: 3 });
      else await debitBeforeAnythingIsHeard();
      await stage.settle();
      expect((await world.ledger()).gocardless.payments.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      await expectOnce(known, 11_900);
      await expectOnce(asked, 30_000);
      for (const [index, one] of since.entries()) await expectOnce(one, [20_000, 40_000][index] ?? 0);
    },
    120_000,
  );

  test("what was lowered and planned anew since is not debited at its first amount beside it", async () => {
    const { written } = await loweredSincePicture();
    expect(await afterRestore()).toMatchObject({ lost: 2 });
    expect(await afterRestore()).toEqual({ lost: 0, followed: 0 });
    await stage.settle();
    expect(await paymentsFor(written)).toHaveLength(2);
    await expectOnce(written, 15_000);
  }, 120_000);

  test("nor is it when the installation is started straight away, and the books are heard first", async () => {
    const { written, made } = await loweredSincePicture();
    hearAnew();
    await debitBeforeAnythingIsHeard(1);
    await stage.settle();
    expect((await paymentsFor(written)).map(({ id }) => id)).toEqual(made);
    await expectOnce(written, 15_000);
    const notice = {
      customerId: stage.supplier.seeded.customerId,
      kind: "duplicate_payment",
      resolvedAt: null,
    } as const;
    expect(await db.notice.count({ where: notice })).toBe(0);
  }, 120_000);

  test("what was taken back since is known as taken back, and decided anew", async () => {
    await signed();
    const written = await write(20_000);
    await stage.settle();
    await takePicture();
    const [payment] = await paymentsFor(written);
    await world.desk(`/lexware/invoices/${written.id}/void`, {});
    await stage.settle();
    expect(alive(await paymentsFor(written))).toEqual([]);
    await restorePicture();
    expect(await afterRestore()).toEqual({ lost: 0, followed: 1 });
    await stage.settle();
    expect(await db.collection.findMany({ where: { providerId: payment?.id } })).toMatchObject([
      { status: "cancelled" },
    ]);
    expect(await paymentsFor(written)).toHaveLength(1);
  }, 120_000);

  test.each([
    ["the plan's, which has one try less left by it", { retriesReturns: true, days: 0, since: "nothing" }],
    [
      "the plan's, also after a debit too old to be looked back to",
      { retriesReturns: true, days: 4, since: "nothing" },
    ],
    ["a person's, and stays on the day that was agreed", { retriesReturns: false, days: 4, since: "nothing" }],
    ["a person's, also where we called one off to make it anew", { retriesReturns: false, days: 0, since: "lowered" }],
    ["the plan's, and not made anew once somebody called it off", { retriesReturns: true, days: 0, since: "off" }],
  ] as const)(
    "a try that was made since what came back is %s",
    async (_whose, { retriesReturns, days, since }) => {
      const { customerId, actor } = stage.supplier.seeded;
      await signed();
      const written = await write(20_000);
      await stage.settle();
      await saveSettings(customerId, { retriesReturns }, actor);
      for (let day = 0; day < days; day += 1) {
        await stage.passDays(1);
        await stage.settle();
      }
      await takePicture();
      const [first] = await paymentsFor(written);
      await world.desk(`/gocardless/payments/${first?.id}/fail`, { cause: "insufficient_funds", code: "AM04" });
      await stage.settle();
      const { id } = await db.invoice.findFirstOrThrow({ where: { customerId, externalId: written.id } });
      const agreed = addDays(today(), 40);
      if (!retriesReturns) await approveRetry(customerId, id, actor, agreed);
      await stage.settle();
      const [, second] = await paymentsFor(written);
      if (since === "lowered") await world.desk(`/lexware/invoices/${written.id}/part-pay`, { amountCents: 5_000 });
      if (since === "off") await world.desk(`/gocardless/payments/${second?.id}/cancel`, {});
      await stage.settle();
      const made = await paymentsFor(written);
      expect(made.map(({ status }) => status)).toEqual(["failed", ...TRIES[since]]);
      await restorePicture();
      expect(await afterRestore()).toEqual({ lost: TRIES[since].length, followed: days === 0 ? 1 : 0 });
      await stage.settle();
      expect(await paymentsFor(written)).toEqual(made);
      const last = (await db.collection.findMany({ where: { invoiceId: id }, orderBy: { attempt: "asc" } })).at(-1);
      expect(last).toMatchObject({ retriedBy: retriesReturns ? "plan" : "person", providerId: made.at(-1)?.id });
    },
    120_000,
  );

  test("a payer who was asked since and signs that invitation is known by the books' id, whatever the contact is called here", async () => {
    await signed();
    await takePicture();
    payer = { name: "Gasthof Linde", email: `linde-${randomUUID().slice(0, 8)}@linde.example` };
    const asked = await write(30_000);
    await stage.settle();
    await restorePicture();
    // The one invitation that the payer has; the product knows nothing of it.
    await world.desk(`/gocardless/mandates/${payer.email}/sign`, { organisation: stage.supplier.account });
    await afterRestore();
    await stage.settle();
    await recogniseMandates.run({ customerId: stage.supplier.seeded.customerId } as never);
    await stage.settle();
    await expectOnce(asked, 30_000);
  }, 120_000);

  test("a payout of what was debited since knows whose money it is, although nobody has looked at GoCardless before it", async () => {
    await signed();
    await takePicture();
    const written = await write(20_000);
    await stage.settle();
    const [payment] = await paymentsFor(written);
    const { payout } = (await world.desk<{ payout: { id: string } }>(
      `/gocardless/payments/${payment?.id}/pay-out`,
      {},
    )) as { payout: { id: string } };
    await restorePicture();
    hearAnew();
    const { customerId } = stage.supplier.seeded;
    await archivePayout(customerId, payout.id);
    const ofPayment = { customerId, providerPaymentId: payment?.id, type: "payment_paid_out" };
    expect(await db.payoutItem.findMany({ where: ofPayment, include: { payout: true } })).toMatchObject([
      { isForeign: false, invoiceId: expect.any(String) },
    ]);
  }, 120_000);
});
