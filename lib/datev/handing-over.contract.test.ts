import { buffer } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { disconnect, storeConnection } from "@/lib/connections/mutations";
import { toDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { signInAtDatev } from "@/test/datev-consent";
import { readExtf } from "@/test/extf-reader";
import { TestSandbox } from "@/test/sandbox";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { readMonthOfAll } from "./account-data";
import { makeBatch, takeBatch } from "./batch-mutations";
import { saveSettings } from "./settings-mutations";
import { blankForm } from "./settings-rules";
import { uploadDatevFiles } from "./upload-jobs";
import { wantUpload } from "./upload-mutations";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
// An answer that never comes is given up after a second.
process.env.PROVIDER_TIMEOUT_MS = "1000";
const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
const { id: invoiceId } = await seedInvoice(customerId, { entry: { number: "RE 2026.047" } });
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);

async function seedPayout(day: string, cents: number, of = customerId): Promise<string> {
  const id = newId("payout");
  const facts = {
    providerId: `PO${id.slice(-8)}`,
    reference: `GC-${day}`,
    status: "paid" as const,
    amountCents: cents - 100,
  };
  const when = { arrivalDate: toDate(day), archivedAt: new Date(), isProven: true };
  await db.payout.create({ data: { customerId: of, id, ...facts, ...when } });
  const items = [
    { type: "payment_paid_out", tenths: cents * 10, ...(of === customerId ? { invoiceId } : {}) },
    { type: "gocardless_fee", tenths: -1_000 },
  ];
  await db.payoutItem.createMany({
    data: items.map((item, position) => ({
      customerId: of,
      payoutId: id,
      position,
      providerPaymentId: `PM${id}`,
      ...item,
    })),
  });
  return id;
}

const work = () => uploadDatevFiles.run({ customerId } as never);
const fileOf = (batchId: string) => db.datevBatchFile.findFirstOrThrow({ where: { customerId, batchId } });
const contentOf = async (batchId: string) => await buffer((await takeBatch(customerId, batchId)).body);
const posts = async () =>
  (await sandbox.requests("datev")).filter((request) => request.path.endsWith("/import")).length;

const signIn = () => signInAtDatev(supplier);

beforeEach(() => sandbox.clearFaults());

describe("a month's payouts", () => {
  test("become one file, each payout once; what comes later goes into another one", async () => {
    const ids = [await seedPayout("2026-09-10", 29_750), await seedPayout("2026-09-30", 11_900)];
    await seedPayout("2026-10-01", 5_000);
    const batchId = await makeBatch(customerId, "2026-09", actor);
    const batch = await db.datevBatch.findUniqueOrThrow({ where: { customerId_id: { customerId, id: batchId } } });
    expect(batch).toMatchObject({ payoutCount: 2, amountCents: 41_450, month: "2026-09" });
    expect(batch.notes).toContainEqual({ kind: "number_changed", number: "RE 2026.047", writtenAs: "RE-2026-047" });
    const content = await contentOf(batchId);
    const { rows } = readExtf(content);
    expect(rows.map(({ cells }) => [cells[1], cells[7], cells[8], cells[10], cells[11]])).toEqual([
      ["297,50", "1360", "10000", "1009", "RE-2026-047"],
      ["1,00", "4970", "1360", "1009", "GC-2026-09-10"],
      ["119,00", "1360", "10000", "3009", "RE-2026-047"],
      ["1,00", "4970", "1360", "3009", "GC-2026-09-30"],
    ]);
    await expect(makeBatch(customerId, "2026-09", actor)).rejects.toMatchObject({ code: "nothing_to_hand_over" });
    const payouts = await db.payout.findMany({ where: { customerId, id: { in: ids } } });
    expect(payouts.map((row) => row.bookingStatus)).toEqual(["handed_over", "handed_over"]);

    await seedPayout("2026-09-15", 2_000);
    const more = await makeBatch(customerId, "2026-09", actor);
    expect(readExtf(await contentOf(more)).rows).toHaveLength(2);
    // Other accounts later on, and money that went back, change nothing about what was handed over.
    await saveSettings(customerId, { ...blankForm("SKR04"), consultant: "29098", client: "55003" }, actor);
    await db.payout.updateMany({ where: { customerId, id: { in: ids } }, data: { status: "bounced" } });
    expect(await contentOf(batchId)).toEqual(content);
  });

  test("are other books' to book once the supplier has moved, whatever page is still open", async () => {
    const mover = await connectedSupplier();
    await disconnect(mover.customerId, "LEXOFFICE", actor);
    await saveSettings(mover.customerId, { ...blankForm(), consultant: "29098", client: "55005" }, actor);
    const id = await seedPayout("2026-09-11", 8_800, mover.customerId);
    const make = () => makeBatch(mover.customerId, "2026-09", actor);
    const row = { organisationId: `S${mover.customerId}`, accountName: "Neu", accessToken: "x" };
    await disconnect(mover.customerId, "DATEV", actor);
    await storeConnection(mover.customerId, "SEVDESK", row, actor);
    await expect(make()).rejects.toMatchObject({ code: "connection_missing" });
    expect(await db.payout.findFirst({ where: { customerId: mover.customerId, id } })).toMatchObject({
      bookingStatus: "pending",
      datevBatchId: null,
    });
  });

  test("are nobody else's, and whoever works for several gets all of theirs in one archive", async () => {
    const stranger = await connectedSupplier();
    const other = await connectedSupplier();
    await disconnect(other.customerId, "LEXOFFICE", actor);
    await saveSettings(other.customerId, { ...blankForm(), consultant: "29098", client: "55004" }, actor);
    await seedPayout("2026-09-12", 9_900, other.customerId);
    await makeBatch(other.customerId, "2026-09", actor);
    const [batch] = await db.datevBatch.findMany({ where: { customerId } });
    await expect(takeBatch(stranger.customerId, batch?.id ?? "")).rejects.toMatchObject({ code: "not_found" });

    const namesFor = async (userId: string) => {
      const bytes = await buffer((await readMonthOfAll(userId, "2026-09", new Date())).body);
      return [...bytes.toString("latin1").matchAll(/EXTF_Buchungsstapel_29098-5500\d_2026-09\.csv/g)].map(String);
    };
    expect(new Set(await namesFor(actor.userId))).toEqual(new Set(["EXTF_Buchungsstapel_29098-55003_2026-09.csv"]));
    await db.membership.create({ data: { customerId: other.customerId, userId: actor.userId, role: "member" } });
    expect(new Set(await namesFor(actor.userId)).size).toBe(2);
    await expect(readMonthOfAll(stranger.actor.userId, "2026-09", new Date())).rejects.toMatchObject({
      code: "nothing_to_hand_over",
    });
  });
});

describe("sending a batch to DATEV", () => {
  test("needs a sign-in; then the file arrives once, and how it went is asked", async () => {
    const batchId = await makeBatch(customerId, "2026-10", actor);
    await expect(wantUpload(customerId, batchId, actor)).rejects.toMatchObject({ code: "upload_not_possible" });
    await signIn();
    await wantUpload(customerId, batchId, actor);
    await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "pending" });
    // The first question finds it pending still.
    await work();
    await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "succeeded", problem: null });
    const before = await posts();
    await wantUpload(customerId, batchId, actor);
    await work();
    expect(await posts()).toBe(before);
  });

  test("whose answer was lost, or whose process died, arrives once all the same", async () => {
    await seedPayout("2026-08-03", 7_000);
    const batchId = await makeBatch(customerId, "2026-08", actor);
    await signIn();
    await wantUpload(customerId, batchId, actor);
    const before = await posts();
    await sandbox.fault("datev", "timeout-after", "/platform/v3/clients/29098-55003/extf-files/import");
    await expect(work()).rejects.toThrow();
    expect(await fileOf(batchId)).toMatchObject({ upload: "wanted", jobId: null });
    await sandbox.clearFaults();
    await work();
    expect((await fileOf(batchId)).jobId).not.toBeNull();
    expect(await posts()).toBe(before + 1);
  });

  test("that is refused says why; a sign-in that ended leaves the file waiting for the next one", async () => {
    await seedPayout("2026-07-03", 7_000);
    const batchId = await makeBatch(customerId, "2026-07", actor);
    await signIn();
    await sandbox.desk("/datev/clients/29098-55003/permission", { permission: "withdraw" });
    await wantUpload(customerId, batchId, actor);
    for (let asked = 0; asked < 3; asked += 1) await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "failed", problem: { code: "permission_missing" } });
    await sandbox.desk("/datev/clients/29098-55003/permission", { permission: "grant" });
    await sandbox.desk("/datev/sign-out", {});
    await wantUpload(customerId, batchId, actor);
    await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "wanted" });
    await expect(wantUpload(customerId, batchId, actor)).rejects.toMatchObject({ code: "upload_not_possible" });
    await signIn();
    await work();
    expect((await fileOf(batchId)).upload).toBe("pending");
  });
});
