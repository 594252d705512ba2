import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { storeConnection } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { now } from "@/lib/core/time/clock";
import { readMonthOfAll } from "@/lib/datev/account/data";
import { importDatevFiles } from "@/lib/datev/import/jobs";
import { receiveFile, wantImport } from "@/lib/datev/import/mutations";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { dropUpload, wantUpload } from "@/lib/datev/upload/mutations";
import { MOST_ASKED } from "@/lib/datev/upload/rules";
import { jobs } from "@/lib/jobs/catalogue";
import { raiseNotice } from "@/lib/notices/mutations";
import { retriggerPayout } from "@/lib/payouts/record/mutations";
import { exportAccount } from "@/lib/privacy/export/data";
import { signInLost } from "@/lib/vendors/rules";
import { seedArrivedPayout } from "@/test/arrived-payout";
import { signInAtDatev, uploadAtOnce } from "@/test/datev-consent";
import { debtorFile, openItemList } from "@/test/datev-files";
import { readExtf } from "@/test/extf-reader";
import { clearJobs, waitingJobs } from "@/test/jobs";
import { TestSandbox } from "@/test/sandbox";
import { connectedSupplier, openNotices, seedInvoice } from "@/test/supplier-data";
import { makeBatch, takeBatch } from "./mutations";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
// A call without an answer times out after one second.
sandbox.giveUpAfter(1_000);
const supplier = await connectedSupplier();
const { customerId, actor } = supplier;
const { id: invoiceId } = await seedInvoice(customerId, { entry: { number: "RE 2026.047" } });
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);

const seedPayout = (day: string, cents: number, of = customerId, paid = invoiceId) =>
  seedArrivedPayout(of, { day, cents, invoiceId: of === customerId ? paid : undefined });
const work = () => uploadAtOnce(customerId);
async function handIn(kind: "open_items" | "debtors", content: Buffer): Promise<void> {
  const body = Readable.from([content]);
  const id = await receiveFile(supplier, { kind, name: "x.csv", body });
  await wantImport(customerId, id, false, actor);
  await importDatevFiles.run({ customerId });
}
const fileOf = (batchId: string) => db.datevBatchFile.findFirstOrThrow({ where: { customerId, batchId } });
const contentOf = async (batchId: string) => await buffer((await takeBatch(customerId, batchId)).body);
const posts = async () =>
  (await sandbox.requests("datev")).filter((request) => request.path.endsWith("/import")).length;

const signIn = () => signInAtDatev(supplier);

beforeEach(() => sandbox.clearFaults());

describe("a month's payouts", () => {
  test("become one file, each payout once; later payouts go into another file", async () => {
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
    const again = retriggerPayout(customerId, ids[0] ?? "", actor);
    await expect(again).rejects.toMatchObject({ code: "payout_in_file" });

    await seedPayout("2026-09-15", 2_000);
    const more = await makeBatch(customerId, "2026-09", actor);
    expect(readExtf(await contentOf(more)).rows).toHaveLength(2);
    // Later changes of accounts, and payouts that bounced since, leave the file as it is.
    await saveSettings(customerId, { ...blankForm("SKR04"), consultant: "29098", client: "55003" }, actor);
    await db.payout.updateMany({ where: { customerId, id: { in: ids } }, data: { status: "bounced" } });
    expect(await contentOf(batchId)).toEqual(content);
  });

  test("are not handed over once the supplier has moved to another system, even from an old page", async () => {
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

  test("belong to this supplier's people, who get the files of all their suppliers in one archive", async () => {
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
    const where = { customerId: other.customerId };
    const downloads = async () => (await db.datevBatch.findMany({ where })).map(({ downloadedAt }) => downloadedAt);
    expect(await downloads()).toEqual([null]);
    expect(new Set(await namesFor(actor.userId)).size).toBe(2);
    expect(await downloads()).toEqual([expect.any(Date)]);
    await expect(readMonthOfAll(stranger.actor.userId, "2026-09", new Date())).rejects.toMatchObject({
      code: "nothing_to_hand_over",
    });
  });
});

describe("sending a batch to DATEV", () => {
  test("needs a sign-in; then the file arrives once, and its result is asked for", async () => {
    const batchId = await makeBatch(customerId, "2026-10", actor);
    await expect(wantUpload(customerId, batchId, actor)).rejects.toMatchObject({ code: "upload_not_possible" });
    await signIn();
    await wantUpload(customerId, batchId, actor);
    await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "pending" });
    // The first question finds the file still pending.
    await work();
    await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "succeeded", problem: null });
    const before = await posts();
    await wantUpload(customerId, batchId, actor);
    await work();
    expect(await posts()).toBe(before);
  });

  test("delivers the file once, even if the answer was lost or the process died", async () => {
    await seedPayout("2026-08-03", 7_000);
    const batchId = await makeBatch(customerId, "2026-08", actor);
    await signIn();
    await wantUpload(customerId, batchId, actor);
    const before = await posts();
    await sandbox.fault("datev", "timeout-after", "/platform/v3/clients/29098-55003/extf-files/import");
    await expect(work()).rejects.toThrow();
    expect(await fileOf(batchId)).toMatchObject({ upload: "wanted", jobId: null });
    await sandbox.clearFaults();
    // The file may still be arriving. It is looked for once that is over.
    await clearJobs();
    await work();
    expect(await waitingJobs(jobs.uploadDatevFiles)).toEqual([{ customerId }]);
    await db.datevBatchFile.updateMany({ where: { customerId, batchId }, data: { calledAt: new Date(0) } });
    await work();
    expect((await fileOf(batchId)).jobId).not.toBeNull();
    expect(await posts()).toBe(before + 1);
  });

  test("stores why a file was refused, and keeps a file waiting for the next sign-in if one ended", async () => {
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
    // A notice on the dashboard and a mail report it.
    expect(await openNotices(customerId)).toEqual(["sign-in-lost:DATEV"]);
    expect(await waitingJobs(jobs.sendAlerts)).toEqual([expect.objectContaining({ customerId })]);
    await signIn();
    expect(await openNotices(customerId)).toEqual([]);
    await work();
    expect((await fileOf(batchId)).upload).toBe("pending");
  });

  test("can be cancelled after the sign-in ended, and the next sign-in does not send that file", async () => {
    await seedPayout("2026-06-03", 7_000);
    const batchId = await makeBatch(customerId, "2026-06", actor);
    await signIn();
    // Finishes the other files first, so that none of those waits for a sign-in.
    for (let asked = 0; asked < 3; asked += 1) await work();
    await sandbox.desk("/datev/sign-out", {});
    await wantUpload(customerId, batchId, actor);
    await work();
    await dropUpload(customerId, batchId, actor);
    expect(await fileOf(batchId)).toMatchObject({ upload: "none", calledAt: null });
    expect(await openNotices(customerId)).toEqual([]);
    const before = await posts();
    await signIn();
    await work();
    expect(await posts()).toBe(before);
    const stranger = await connectedSupplier();
    await expect(dropUpload(stranger.customerId, batchId, actor)).rejects.toMatchObject({ code: "not_found" });
  });

  test("continues with a new token when the old one has expired", async () => {
    const batchId = (await db.datevBatch.findFirstOrThrow({ where: { customerId, month: "2026-06" } })).id;
    await signIn();
    const connection = () =>
      db.connection.findUniqueOrThrow({ where: { customerId_type: { customerId, type: "DATEV" } } });
    const { tokenVersion } = await connection();
    await db.connection.updateMany({ where: { customerId, type: "DATEV" }, data: { accessExpiresAt: now() } });
    await wantUpload(customerId, batchId, actor);
    await work();
    expect((await fileOf(batchId)).upload).toBe("pending");
    // The token is refreshed once, and its new refresh token counts from now on.
    expect((await connection()).tokenVersion).toBe(tokenVersion + 1);
    await db.connection.updateMany({ where: { customerId, type: "DATEV" }, data: { accessExpiresAt: now() } });
    await work();
    await work();
    expect((await fileOf(batchId)).upload).toBe("succeeded");
  });

  test("asks again on request about a file without a result, and does not send the file again", async () => {
    await seedPayout("2026-03-03", 7_000);
    const batchId = await makeBatch(customerId, "2026-03", actor);
    await signIn();
    await wantUpload(customerId, batchId, actor);
    const before = await posts();
    await work();
    await db.datevBatchFile.updateMany({ where: { customerId, batchId }, data: { asked: MOST_ASKED } });
    await work();
    await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "pending", asked: MOST_ASKED });
    await wantUpload(customerId, batchId, actor);
    await work();
    await work();
    expect(await fileOf(batchId)).toMatchObject({ upload: "succeeded" });
    expect(await posts()).toBe(before + 1);
  });

  test.each([
    ["kept with the batch", "10078", async () => {}],
    [
      "kept with its first reading, where it is older than that",
      "10079",
      async (batchId: string) => {
        await db.datevBatchFile.updateMany({ where: { customerId, batchId }, data: { content: null } });
        await contentOf(batchId);
      },
    ],
  ])("sends the same bytes as each download, whatever is renamed or moved: %s", async (_what, moved, age) => {
    await signIn();
    const today = "2026-09-11";
    const item = {
      debtor: "10077",
      number: `RE-77-${newId("payout").slice(-4)}`,
      amountCents: 11_900,
      dueDate: today,
    };
    await handIn("open_items", openItemList([item], today));
    await handIn("debtors", debtorFile([{ account: "10077", name: "Vorher GmbH", email: "a@vorher.example" }]));
    const { id } = await db.invoice.findFirstOrThrow({ where: { customerId, number: item.number } });
    await seedPayout("2026-05-04", 11_900, customerId, id);
    const batchId = await makeBatch(customerId, "2026-05", actor);
    await age(batchId);
    const content = await contentOf(batchId);
    const [payment] = readExtf(content).rows;
    expect(payment?.cells[8]).toBe("10077");
    expect(payment?.cells[14]).toContain("Vorher GmbH");

    await handIn("debtors", debtorFile([{ account: "10077", name: "Nachher AG", email: "a@vorher.example" }]));
    await db.contact.updateMany({ where: { customerId, externalId: "10077" }, data: { externalId: moved } });
    await db.invoice.updateMany({ where: { customerId, id }, data: { number: "RE-78", contactName: "Nachher AG" } });
    expect(await contentOf(batchId)).toEqual(content);
    await wantUpload(customerId, batchId, actor);
    await work();
    const { jobId } = await fileOf(batchId);
    const arrived = await fetch(`${sandbox.deskUrl}/datev/jobs/${jobId}/file`);
    expect(Buffer.from(await arrived.arrayBuffer())).toEqual(content);
    const taken = Object.entries(unzipSync(await buffer(Readable.from(exportAccount(customerId)))));
    const own = taken.filter(([name]) => name.startsWith(`datev-files/${batchId}/`));
    expect(own.map(([, file]) => Buffer.from(file))).toEqual([content]);
  });
});

test("disconnecting DATEV resolves the notice that files wait for a sign-in", async () => {
  await db.$transaction((tx) => raiseNotice(tx, customerId, { key: signInLost("DATEV"), kind: "sign_in_lost" }));
  await disconnect(customerId, "DATEV", actor);
  expect(await openNotices(customerId)).toEqual([]);
});
