import { beforeEach, describe, expect, test } from "vitest";
import { leaveAccount } from "@/lib/connections/account/mutations";
import { db } from "@/lib/core/database/db";
import { StaleVersion } from "@/lib/core/database/stale-version";
import { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { cancelMandate } from "@/lib/mandates/provider/cancel-mutations";
import { importMandate } from "@/lib/mandates/provider/import-provider";
import { stepRequest } from "@/lib/mandates/requests/mutations";
import type { DirectDebit, ProviderMandate } from "@/lib/providers/payments/port";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, openNotices, providerMandate, seedInvoice } from "@/test/supplier-data";
import { storeMandate } from "./mutations";

/** Applies every possible event in every state, through the functions that handle it. */
const { customerId, actor } = await connectedSupplier();
const USABLE = ["pending_customer_approval", "pending_submission", "submitted", "active"];
/** The statuses that GoCardless reports. Only we set `other_account`. */
const TOLD = Object.values(MandateStatus).filter((status) => status !== "other_account");
const readMandate = (id: string) => db.mandate.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });

beforeEach(clearJobs);

describe("the status of a mandate request", () => {
  const STATES = Object.values(MandateRequestStatus);
  /**
   * Rows: the status before. Columns: the new status, pending sent opened exited signed cancelled. x: the change is
   * made.
   */
  const TABLE: Record<MandateRequestStatus, string> = {
    pending: ". x x x x x",
    sent: ". . x x x x",
    opened: ". . . x x x",
    exited: ". . x . x x",
    signed: ". . . . . .",
    cancelled: ". . . . x .",
  };

  test("changes only where the table allows it", async () => {
    const { id: invoiceId } = await seedInvoice(customerId);
    await decideNow(customerId, invoiceId);
    const { id } = await db.mandateRequest.findFirstOrThrow({ where: { customerId, invoiceId } });
    const key = { customerId_id: { customerId, id } };
    const openedAt = new Date("2026-09-01T08:00:00Z");
    let pairs = 0;
    for (const from of STATES)
      for (const [i, to] of STATES.entries()) {
        pairs += 1;
        const isTaken = TABLE[from].split(" ")[i] === "x";
        const before = await db.mandateRequest.update({ where: key, data: { status: from, openedAt: null } });
        expect(await db.$transaction((tx) => stepRequest(tx, customerId, id, to, { openedAt })), `${from} ${to}`).toBe(
          isTaken,
        );
        const after = await db.mandateRequest.findUniqueOrThrow({ where: key });
        if (isTaken) expect(after, `${from} ${to}`).toMatchObject({ status: to, openedAt });
        else expect(after, `${from} ${to}`).toEqual(before);
      }
    expect(pairs).toBe(36);
  });
});

describe("every status that GoCardless can report, for a mandate", () => {
  test.each(Object.values(MandateStatus))("in status %s is stored, with a notice once it is unusable", async (from) => {
    const { id: invoiceId, contactId } = await seedInvoice(customerId);
    const told = providerMandate();
    const { id } = await storeMandate(customerId, told, { contactId });
    const notice = `mandate-lost:${contactId}`;
    let pairs = 0;
    for (const to of TOLD) {
      pairs += 1;
      const cell = `${from} -> ${to}`;
      await db.notice.deleteMany({ where: { customerId } });
      await storeMandate(customerId, { ...told, status: from });
      await db.notice.deleteMany({ where: { customerId } });
      await db.invoice.updateMany({ where: { customerId, id: invoiceId }, data: { needsDecision: false } });
      await clearJobs();
      for (const _again of [1, 2]) await storeMandate(customerId, { ...told, status: to });
      expect(await readMandate(id), cell).toMatchObject({ status: to, contactId });
      const invoice = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoiceId } } });
      expect(invoice.needsDecision, cell).toBe(from !== to);
      expect(await waitingJobs(jobs.decideInvoices), cell).toHaveLength(from === to ? 0 : 1);
      const isLost = USABLE.includes(from) && !USABLE.includes(to);
      expect(await openNotices(customerId), cell).toEqual(isLost ? [notice] : []);
    }
    expect(pairs).toBe(10);
  });
});

describe("a stale reading, a cancellation and a change of account, for a mandate", () => {
  test.each(Object.values(MandateStatus))("in status %s have the right effect", async (from) => {
    const { contactId } = await seedInvoice(customerId);
    const told = providerMandate();
    const { id } = await storeMandate(customerId, told, { contactId });
    const begin = async () => await storeMandate(customerId, { ...told, status: from });
    const isUsable = USABLE.includes(from);

    // A reading that began before this status was stored: another status is refused, the same one changes nothing.
    const before = await begin();
    const askedAt = new Date(before.updatedAt.getTime() - 1);
    for (const to of TOLD) {
      const late = storeMandate(customerId, { ...told, status: to, askedAt });
      if (to === from) await late;
      else await expect(late, `${from} -> ${to}, late`).rejects.toThrow(StaleVersion);
      expect(await readMandate(id), `${from} -> ${to}, late`).toMatchObject({ status: from, contactId });
    }

    // The supplier requests the cancellation, possible only while the mandate is usable. No reported status removes the
    // request.
    const cancel = () => cancelMandate(customerId, id, actor);
    if (isUsable) await cancel();
    await expect(cancel()).rejects.toMatchObject({ code: "mandate_ended" });
    const wish = (await readMandate(id)).cancelRequestedAt;
    expect(wish !== null).toBe(isUsable);
    for (const to of TOLD) {
      await storeMandate(customerId, { ...told, status: to });
      expect((await readMandate(id)).cancelRequestedAt, `ended, then ${to}`).toEqual(wish);
    }

    // Another GoCardless account replaces the one where the mandate was made.
    await begin();
    for (const _again of [1, 2]) await db.$transaction((tx) => leaveAccount(tx, customerId));
    expect((await readMandate(id)).status).toBe(isUsable ? "other_account" : from);
  });
});

describe("readings of a mandate at different times", () => {
  const LIFE: MandateStatus[] = ["pending_submission", "submitted", "active", "cancelled"];

  test("end with GoCardless' current status, in any order and with repetitions", async () => {
    const { contactId } = await seedInvoice(customerId);
    // Once the first reading is stored, all others are stale, and the mandate is read again.
    const orders = LIFE.flatMap((_, first) => {
      const rest = [0, 1, 2, 3].filter((i) => i !== first);
      return [
        [first, ...rest],
        [first, ...rest.toReversed()],
        [first, first, ...rest, first],
      ];
    });
    for (const order of orders) {
      const told = providerMandate({ status: "pending_customer_approval" });
      const { id, updatedAt: askedAt } = await storeMandate(customerId, told, { contactId });
      // All readings were requested before the first one was stored. A new read returns the current status.
      const readings: ProviderMandate[] = LIFE.map((status) => ({ ...told, status, askedAt }));
      const read = async () => ({ ...told, status: "cancelled" as const, askedAt: new Date() });
      const provider = { mandates: { read } } as unknown as DirectDebit;
      for (const i of order) await importMandate(customerId, provider, readings[i] as ProviderMandate);
      expect((await readMandate(id)).status, order.join(",")).toBe("cancelled");
    }
    expect(orders).toHaveLength(12);
  });
});
