import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { storeFileBasedSystem } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { saveSettings } from "@/lib/e-invoices/settings/mutations";
import { type InvoiceFacts, ublInvoice } from "@/test/e-invoices";
import { connectedSupplier } from "@/test/supplier-data";
import { findFilesOfInvoice, readProgress } from "./data";
import { readEInvoices } from "./jobs";
import { answerFile, assignCredit, storeFile, storeFiles } from "./mutations";
import { settleFiles } from "./reading-mutations";

const { customerId, actor } = await connectedSupplier();
await disconnect(customerId, "LEXOFFICE", actor);
await saveSettings(customerId, { vatId: "DE123456788", taxNumber: "", creditorIds: "", dueDays: "" }, actor);

/** Returns an invoice of the supplier, without mandate and creditor. */
const ubl = (facts: InvoiceFacts) => {
  const total = facts.payable ?? "119.00";
  const own = { sellerVatId: "DE123456788", mandate: undefined, creditorId: undefined, total, payable: total };
  return Buffer.from(ublInvoice({ ...own, debtorIban: "DE21860000000086001055", ...facts }));
};

const store = async (bytes: Uint8Array, name = "a.xml") =>
  (await storeFile(customerId, { name, bytes }, { via: "upload", userName: "Frieda" })).id;
const work = () => readEInvoices.run({ customerId });
const read = (id: string) =>
  db.eInvoiceFile.findUniqueOrThrow({ where: { customerId_id: { customerId, id } }, include: { content: true } });
const numbers = async () =>
  (await db.invoice.findMany({ where: { customerId, books: "EINVOICE" }, orderBy: { number: "asc" } })).map(
    ({ number }) => number,
  );

beforeEach(async () => {
  await db.eInvoiceFile.deleteMany();
});

describe("the files of the in-tray", () => {
  test("become invoices with their outcome, and account numbers are shortened", async () => {
    const [debit, other] = [await store(ubl({ number: "A-1" })), await store(ubl({ number: "A-2", means: ["30"] }))];
    expect(await readProgress(customerId)).toMatchObject({ total: 2 });
    await work();
    expect(await read(debit)).toMatchObject({ status: "done", outcome: "direct_debit", facts: { number: "A-1" } });
    const { invoiceId } = await read(debit);
    expect(invoiceId).toMatch(/^inv_/);
    expect(await findFilesOfInvoice(customerId, invoiceId ?? "")).toMatchObject([{ id: debit }]);
    expect(await read(debit)).toMatchObject({ lines: [{ text: "Wartung der Heizung", netCents: 10_000 }] });
    expect(JSON.stringify((await read(debit)).facts)).not.toContain("DE21860000000086001055");
    expect(await read(other)).toMatchObject({ status: "done", outcome: "other_means" });
    expect(await readProgress(customerId)).toBeUndefined();
    expect(await numbers()).toEqual(expect.arrayContaining(["A-1", "A-2"]));
  });

  test("of which nothing can be read leave only the refusal", async () => {
    const id = await store(Buffer.from("<Invoice>"));
    await work();
    expect(await read(id)).toMatchObject({ status: "refused", outcome: "unreadable", content: null, facts: null });
  });

  test("whose reader was stopped keep their bytes, because the machine may have been at fault, and are read again", async () => {
    const id = await store(ubl({ number: "A-9" }));
    await settleFiles(customerId, [{ id, result: { outcome: "unreadable", reason: "reader_stopped" } }]);
    expect(await read(id)).toMatchObject({ status: "refused", content: expect.anything() });
    await answerFile(customerId, id, "again", actor);
    await work();
    expect(await read(id)).toMatchObject({ status: "done", facts: { number: "A-9" } });
  });

  test("of which one cannot be decrypted are read all the same, and that one is refused after several runs", async () => {
    const broken = await store(ubl({ number: "A-7" }));
    const good = await store(ubl({ number: "A-8" }));
    await db.eInvoiceContent.updateMany({ where: { fileId: broken }, data: { content: Buffer.from("x") } });
    await work();
    expect(await read(good)).toMatchObject({ status: "done" });
    for (let i = 0; i < 4; i += 1) await work();
    expect(await read(broken)).toMatchObject({ status: "refused", reason: "failed" });
    // The same bytes, received once more, take the place of the broken ones.
    expect(await store(ubl({ number: "A-7" }))).toBe(broken);
    await work();
    expect(await read(broken)).toMatchObject({ status: "done" });
  });

  test("of another seller become nothing, and stay to be looked at", async () => {
    const id = await store(ubl({ number: "B-1", sellerVatId: "DE999999999" }));
    await work();
    expect(await read(id)).toMatchObject({ status: "refused", outcome: "not_ours", invoiceId: null });
    expect(await numbers()).not.toContain("B-1");
  });

  test("of one number with another amount wait for an answer, which the next run applies", async () => {
    await store(ubl({ number: "C-1" }));
    const second = await store(ubl({ number: "C-1", payable: "120.00" }));
    await work();
    expect(await read(second)).toMatchObject({ status: "held", reason: "number_taken" });
    await answerFile(customerId, second, "replace", actor);
    await work();
    expect(await read(second)).toMatchObject({ status: "done" });
    expect(await db.invoice.findMany({ where: { customerId, number: "C-1" } })).toMatchObject([{ totalCents: 12_000 }]);
  });

  test("with a credit that names no invoice wait until a person says which one it reduces", async () => {
    await store(ubl({ number: "D-1" }));
    const credit = { number: "D-2", typeCode: "381", payable: "19.00" };
    const total = { sellerVatId: "DE123456788", mandate: undefined, creditorId: undefined, total: "19.00" };
    const id = await store(Buffer.from(ublInvoice({ ...total, ...credit }, "CreditNote")));
    await work();
    expect(await read(id)).toMatchObject({ status: "held", reason: "credit_unnamed" });
    await expect(assignCredit(customerId, id, "D-9", actor)).rejects.toMatchObject({ code: "invalid_input" });
    await assignCredit(customerId, id, "D-1", actor);
    await work();
    expect(await read(id)).toMatchObject({ status: "done", reason: "credited" });
    expect(await db.invoice.findMany({ where: { customerId, number: "D-1" } })).toMatchObject([{ openCents: 10_000 }]);
  });

  test("that need two answers are not asked the first one again", async () => {
    await store(ubl({ number: "C-2" }));
    const second = await store(ubl({ number: "C-2", payable: "120.00", sellerVatId: undefined }));
    await work();
    expect(await read(second)).toMatchObject({ status: "held", reason: "seller_unproven" });
    await answerFile(customerId, second, "ours", actor);
    await work();
    expect(await read(second)).toMatchObject({ status: "held", reason: "number_taken" });
    await answerFile(customerId, second, "replace", actor);
    await work();
    expect(await read(second)).toMatchObject({ status: "done" });
  });

  test("with two creditors that a person calls the supplier's own make both known", async () => {
    const [one, other] = ["DE98ZZZ09999999999", "DE79ZZZ01234567890"];
    const ids = [
      await store(ubl({ number: "C-3", creditorId: one, mandate: "M-3" })),
      await store(ubl({ number: "C-4", creditorId: other, mandate: "M-4" })),
      await store(ubl({ number: "C-5", creditorId: one, mandate: "M-5" })),
    ];
    await work();
    for (const id of ids) expect(await read(id)).toMatchObject({ status: "held", reason: "other_creditor" });
    for (const id of ids.slice(0, 2)) await answerFile(customerId, id, "own_creditor", actor);
    await answerFile(customerId, ids[2] ?? "", "again", actor);
    await work();
    for (const id of ids) expect(await read(id)).toMatchObject({ status: "done" });
    const { creditorIds } = await db.eInvoiceSettings.findUniqueOrThrow({ where: { customerId } });
    expect(creditorIds).toEqual([one, other]);
  });

  test("are each there once, however often a run is repeated at the same time", async () => {
    const ids = [];
    for (let i = 0; i < 20; i += 1) ids.push(await store(ubl({ number: `D-${i}`, buyerId: `K-${i % 3}` })));
    await Promise.all([work(), work()]);
    await work();
    for (const id of ids) expect((await read(id)).status).toBe("done");
    expect((await numbers()).filter((number) => number.startsWith("D-"))).toHaveLength(20);
  });

  test("are each there once if the run is cut off in its transactions", async () => {
    const named = Array.from({ length: 60 }, (_, i) => ({ name: "a.xml", bytes: ubl({ number: `F-${i}` }) }));
    await storeFiles(customerId, named, { via: "upload" });
    const server = new pg.Client(process.env.DATABASE_URL);
    await server.connect();
    const settled = async () => {
      const { rows } = await server.query("SELECT count(*)::int AS count FROM e_invoice_files WHERE status = 'done'");
      return rows[0].count as number;
    };
    const cutOff = async () => {
      const { rowCount } = await server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
      );
      return rowCount ?? 0;
    };
    let cut = 0;
    for (let done = 0; done < named.length; done = await settled()) {
      const run = work().catch(() => {});
      // As soon as a part is applied, the next transaction ends without a commit.
      let isCut = false;
      for (let now = done; !isCut && now < named.length; now = await settled()) {
        const ended = now > done ? await cutOff() : 0;
        isCut = ended > 0;
        cut += ended;
      }
      await run;
    }
    await server.end();
    expect(cut).toBeGreaterThan(0);
    expect((await numbers()).filter((number) => number.startsWith("F-"))).toHaveLength(60);
  });

  test("wait while another accounting system is in use", async () => {
    await disconnect(customerId, "EINVOICE", actor);
    const id = await store(ubl({ number: "E-1" }));
    await work();
    expect(await read(id)).toMatchObject({ status: "waiting" });
    await db.$transaction((tx) => storeFileBasedSystem(tx, customerId, "EINVOICE", "DE123456788", actor));
    await work();
    expect(await read(id)).toMatchObject({ status: "done" });
  });
});
