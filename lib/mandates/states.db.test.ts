import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/db";
import { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, openNotices, providerMandate, seedInvoice } from "@/test/supplier-data";
import { storeMandate } from "./mutations";
import { stepRequest } from "./request-mutations";

/** Every state with everything that can be told in it, through the functions that are told it. */
const { customerId } = await connectedSupplier();

beforeEach(clearJobs);

describe("every state of an invitation with every step", () => {
  const STATES = Object.values(MandateRequestStatus);
  /** Rows: where it stands. Columns: pending sent opened exited signed cancelled. x: the step is taken. */
  const TABLE: Record<MandateRequestStatus, string> = {
    pending: ". x x x x x",
    sent: ". . x x x x",
    opened: ". . . x x x",
    exited: ". . x . x x",
    signed: ". . . . . .",
    cancelled: ". . . . x .",
  };

  test("is taken or changes nothing, as the table says", async () => {
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

describe("every state of a mandate with every state that the provider can tell", () => {
  const USABLE = ["pending_customer_approval", "pending_submission", "submitted", "active"];
  /** That a mandate is another account's is a word of ours. */
  const TOLD = Object.values(MandateStatus).filter((status) => status !== "other_account");

  test.each(Object.values(MandateStatus))("%s", async (from) => {
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
      const row = await db.mandate.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
      expect(row, cell).toMatchObject({ status: to, contactId });
      const invoice = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoiceId } } });
      expect(invoice.needsDecision, cell).toBe(from !== to);
      expect(await waitingJobs(jobs.decideInvoices), cell).toHaveLength(from === to ? 0 : 1);
      const isLost = USABLE.includes(from) && !USABLE.includes(to);
      expect(await openNotices(customerId), cell).toEqual(isLost ? [notice] : []);
    }
    expect(pairs).toBe(10);
  });
});
