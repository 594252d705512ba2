import { beforeEach, describe, expect, test } from "vitest";
import { leaveAccount } from "@/lib/connections/account-mutations";
import { db } from "@/lib/core/db";
import { Overtaken } from "@/lib/core/overtaken";
import { MandateRequestStatus, MandateStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import type { DirectDebit, ProviderMandate } from "@/lib/providers/payments/port";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { connectedSupplier, decideNow, openNotices, providerMandate, seedInvoice } from "@/test/supplier-data";
import { adoptMandate } from "./adopt-mutations";
import { cancelMandate } from "./cancel-mutations";
import { storeMandate } from "./mutations";
import { stepRequest } from "./request-mutations";

/** Every state with everything that can be told in it, through the functions that are told it. */
const { customerId, actor } = await connectedSupplier();
const USABLE = ["pending_customer_approval", "pending_submission", "submitted", "active"];
/** That a mandate is another account's is a word of ours. */
const TOLD = Object.values(MandateStatus).filter((status) => status !== "other_account");
const readMandate = (id: string) => db.mandate.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });

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

describe("every state of a mandate with what is not the provider's newest word", () => {
  test.each(Object.values(MandateStatus))("%s", async (from) => {
    const { contactId } = await seedInvoice(customerId);
    const told = providerMandate();
    const { id } = await storeMandate(customerId, told, { contactId });
    const begin = async () => await storeMandate(customerId, { ...told, status: from });
    const isUsable = USABLE.includes(from);

    // A reading that began before this state was stored: another word is not believed, the same one changes nothing.
    const before = await begin();
    const askedAt = new Date(before.updatedAt.getTime() - 1);
    for (const to of TOLD) {
      const late = storeMandate(customerId, { ...told, status: to, askedAt });
      if (to === from) await late;
      else await expect(late, `${from} -> ${to}, late`).rejects.toThrow(Overtaken);
      expect(await readMandate(id), `${from} -> ${to}, late`).toMatchObject({ status: from, contactId });
    }

    // The supplier ends it: a wish that no word of the provider's takes back, and only where there is something to end.
    const cancel = () => cancelMandate(customerId, id, actor);
    if (isUsable) await cancel();
    await expect(cancel()).rejects.toMatchObject({ code: "mandate_ended" });
    const wish = (await readMandate(id)).cancelRequestedAt;
    expect(wish !== null).toBe(isUsable);
    for (const to of TOLD) {
      await storeMandate(customerId, { ...told, status: to });
      expect((await readMandate(id)).cancelRequestedAt, `ended, then ${to}`).toEqual(wish);
    }

    // Another account takes the place of the one it was made at.
    await begin();
    for (const _again of [1, 2]) await db.$transaction((tx) => leaveAccount(tx, customerId));
    expect((await readMandate(id)).status).toBe(isUsable ? "other_account" : from);
  });
});

describe("the life of a mandate, read at any of its stages", () => {
  const LIFE: MandateStatus[] = ["pending_submission", "submitted", "active", "cancelled"];

  test("ends where the provider has it, in whatever order and however often the readings come to be stored", async () => {
    const { contactId } = await seedInvoice(customerId);
    // The first that is stored overtakes all others: what follows it goes by what is asked anew.
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
      // All were asked for before the first one was stored; whoever asks again is told the truth of now.
      const readings: ProviderMandate[] = LIFE.map((status) => ({ ...told, status, askedAt }));
      const read = async () => ({ ...told, status: "cancelled" as const, askedAt: new Date() });
      const provider = { mandates: { read } } as unknown as DirectDebit;
      for (const i of order) await adoptMandate(customerId, provider, readings[i] as ProviderMandate);
      expect((await readMandate(id)).status, order.join(",")).toBe("cancelled");
    }
    expect(orders).toHaveLength(12);
  });
});
