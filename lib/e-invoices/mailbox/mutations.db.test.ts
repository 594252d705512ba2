import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { countTry } from "@/lib/auth/limits/limits";
import { storeFileBasedSystem } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import { MAX_MAIL_BYTES, receiveMails } from "@/lib/providers/mail/inbound";
import { Faults } from "@/sandbox/kit/faults";
import { RequestLog } from "@/sandbox/kit/requests";
import { startMail } from "@/sandbox/mail/mail";
import { connectedSupplier } from "@/test/supplier-data";
import { findMailboxOwner, readMailAddress } from "./data";
import { replaceMailbox, takeMail } from "./mutations";

vi.mock("@/lib/core/env", async (original) => {
  const real = await original<typeof import("@/lib/core/env")>();
  return { ...real, env: () => ({ ...real.env(), INBOUND_MAIL_DOMAIN: "rechnungen.einzug.test" }) };
});

const XML = "<Invoice>1</Invoice>";

async function supplierByMail() {
  const supplier = await connectedSupplier();
  const { customerId, actor } = supplier;
  await disconnect(customerId, "LEXOFFICE", actor);
  await db.$transaction((tx) => storeFileBasedSystem(tx, customerId, "EINVOICE", "DE123456788", actor));
  return { ...supplier, address: await replaceMailbox(customerId, actor) };
}
const one = await supplierByMail();
const other = await supplierByMail();
const accepts = async (address: string) => (await findMailboxOwner(address)) !== undefined;
let isDown = false;
const take: typeof takeMail = async (mail) => {
  if (isDown) throw new Error("the database is down");
  await takeMail(mail);
};
const server = await receiveMails({ host: "127.0.0.1", port: 0, accepts, take });
const sender = createTransport({ host: "127.0.0.1", port: server.port, secure: false, ignoreTLS: true });
afterAll(async () => {
  sender.close();
  await server.stop();
});

const rowsOf = (customerId: string) =>
  db.eInvoiceFile.findMany({ where: { customerId }, orderBy: { id: "asc" }, include: { content: true } });
type Attachment = { filename: string; content: string | Buffer };
const send = (to: string | string[], attachments: Attachment[] = [], more: object = {}) =>
  sender.sendMail({
    from: "Büro <buero@example.org>",
    to,
    subject: "Ihre Rechnung 12/2026",
    text: "Anbei.",
    attachments,
    ...more,
  });

beforeEach(async () => {
  isDown = false;
  await db.eInvoiceFile.deleteMany();
});

describe("a mail to the supplier's address", () => {
  test("puts its invoices into the in-tray of that supplier, and of no other", async () => {
    await send(one.address.toUpperCase(), [
      { filename: "RE-1.xml", content: XML },
      { filename: "logo.png", content: "\u0089PNG" },
    ]);
    expect(await rowsOf(one.customerId)).toMatchObject([
      { name: "RE-1.xml", receivedVia: "mail", sender: "buero@example.org", status: "waiting" },
    ]);
    expect(await rowsOf(other.customerId)).toEqual([]);
  });

  test("is there once if it is delivered twice, and for each recipient", async () => {
    const sent = [{ filename: "RE-1.xml", content: XML }];
    await send([one.address, other.address], sent);
    await send(one.address, sent);
    expect([await rowsOf(one.customerId), await rowsOf(other.customerId)].map((rows) => rows.length)).toEqual([1, 1]);
  });

  test("without an invoice is listed once, and nothing of it is stored", async () => {
    for (let i = 0; i < 2; i += 1) await send(one.address, [], { messageId: "<1@example.org>" });
    const rows = await rowsOf(one.customerId);
    expect(rows).toMatchObject([
      { name: "Ihre Rechnung 12/2026", status: "refused", reason: "mail_without_invoice", content: null },
    ]);
  });

  test("is refused if it is larger than a mail with one invoice can be", async () => {
    const sending = send(one.address, [{ filename: "a.pdf", content: Buffer.alloc(MAX_MAIL_BYTES) }]);
    await expect(sending).rejects.toMatchObject({ responseCode: 552 });
    expect(await rowsOf(one.customerId)).toEqual([]);
  });

  test("stays with the sender's server while it cannot be stored", async () => {
    isDown = true;
    await expect(send(one.address, [{ filename: "a.xml", content: XML }])).rejects.toMatchObject({ responseCode: 451 });
  });

  test("stays with the sender's server if the supplier has received too much that day", async () => {
    const { customerId, address } = await supplierByMail();
    await countTry("eInvoiceFiles", customerId, 60_000);
    await expect(send(address, [{ filename: "a.xml", content: XML }])).rejects.toMatchObject({ responseCode: 451 });
    expect(await rowsOf(customerId)).toEqual([]);
  });
});

test.each(["nobody@rechnungen.einzug.test", "x@example.org", "@rechnungen.einzug.test"])(
  "a mail to %s is refused before its content is sent",
  async (address) => {
    const sending = sender.sendMail({ envelope: { from: "a@example.org", to: [address] }, raw: "Subject: x\r\n\r\nx" });
    await expect(sending).rejects.toMatchObject({ responseCode: expect.any(Number) });
  },
);

test("a replaced address ends at once, and one of a supplier with another system accepts nothing", async () => {
  const { customerId, actor, address } = await supplierByMail();
  const replaced = await replaceMailbox(customerId, actor);
  expect(await readMailAddress(customerId)).toBe(replaced);
  expect(replaced).toMatch(/^[a-z2-9]{24}@rechnungen\.einzug\.test$/);
  expect([await accepts(address), await accepts(replaced)]).toEqual([false, true]);
  await disconnect(customerId, "EINVOICE", actor);
  expect(await accepts(replaced)).toBe(false);
});

test("in the demo the mail catcher hands over what is for a supplier, and keeps all other mails", async () => {
  const directory = mkdtempSync(join(tmpdir(), "einzug-catcher-"));
  const inbound = { domain: "rechnungen.einzug.test", port: server.port };
  const ports = { smtpPort: 0, webPort: 0 };
  const catcher = await startMail({ ...ports, directory, faults: new Faults(), log: new RequestLog(), inbound });
  const program = createTransport({ host: "127.0.0.1", port: catcher.smtpPort, secure: false, ignoreTLS: true });
  const mail = { from: "buero@example.org", subject: "Rechnung", text: "Anbei." };
  const attachments = [{ filename: "RE-77.xml", content: "<Invoice>77</Invoice>" }];
  const { customerId, address } = await supplierByMail();
  try {
    await program.sendMail({ ...mail, to: address, attachments });
    expect(await rowsOf(customerId)).toMatchObject([{ name: "RE-77.xml", receivedVia: "mail", status: "waiting" }]);
    await program.sendMail({ ...mail, to: "kunde@payer.example", attachments });
    expect(catcher.sent().map(({ to }) => to)).toEqual(["kunde@payer.example"]);
    const stranger = `nobody@${inbound.domain}`;
    await expect(program.sendMail({ ...mail, to: stranger, attachments })).rejects.toMatchObject({ responseCode: 550 });
  } finally {
    program.close();
    await catcher.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
