import { afterAll, afterEach, describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { payerLink } from "@/lib/mandates/requests/mutations";
import { queueMail } from "@/lib/outbox/mutations";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { TestSandbox } from "@/test/sandbox";
import { seedRequest } from "@/test/supplier-data";
import { sendMail } from "./jobs";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());
const { customerId } = await seedSupplier({ companyName: "Bäckerei <b>Ähre<i> & Co" });

let count = 0;

async function promised(changes: { locale?: "de" | "en"; key?: string; recipient?: string; requestId?: string } = {}) {
  count += 1;
  const recipient = changes.recipient ?? `zahler-${count}@example.test`;
  const requestId = changes.requestId ?? `mrq_${count}`;
  if (!changes.requestId) await seedRequest(customerId, requestId);
  const mail = {
    key: changes.key ?? `mandate:mrq_${count}:1`,
    template: "mandate-request" as const,
    locale: changes.locale ?? ("de" as const),
    recipient,
    data: {
      requestId,
      supplier: {
        name: "Bäckerei <b>Ähre<i> & Co",
        address: "Weg 1",
        zip: "04109",
        city: "Leipzig",
        email: "baeckerei@aehre.example",
        phone: "",
      },
      contactName: "Jana Sommer",
      invoice: { number: "RE-1042", amountCents: 123_456, dueDate: "2026-09-15" },
    },
  };
  await db.$transaction((tx) => queueMail(tx, customerId, mail));
  const row = await db.mail.findUniqueOrThrow({ where: { key: mail.key } });
  return { id: row.id, recipient: row.recipient, send: () => sendMail.run({ mailId: row.id }) };
}

const read = (id: string) => db.mail.findUniqueOrThrow({ where: { id } });
/** The kind of the open notice about the mandate request that was enqueued last. */
const toldKind = async () =>
  (await db.notice.findFirst({ where: { customerId, key: `mail:mrq_${count}`, resolvedAt: null } }))?.kind;
const arrived = async (to: string) => (await sandbox.state()).mail.sent.filter((mail) => mail.to === to);

describe("a mandate request by mail", () => {
  test.each([
    ["de" as const, ["1.234,56", "15.09.2026"]],
    ["en" as const, ["1,234.56", "15 Sept 2026"]],
  ])("arrives in %s with link, amount and day, and typed markup stays text", async (locale, texts) => {
    const { id, recipient, send } = await promised({ locale });
    await send();
    const [mail] = await arrived(recipient);
    // The link is created while the mail is rendered, and is stored nowhere.
    const link = payerLink({ id: `mrq_${count}` });
    expect(mail?.links).toContain(link);
    expect(JSON.stringify(await read(id))).not.toContain(link.split("/m/")[1]);
    expect(mail?.subject).toContain("RE-1042");
    for (const text of [...texts, "Bäckerei <b>Ähre<i> & Co"]) expect(mail?.text).toContain(text);
    expect(await read(id)).toMatchObject({ status: "sent", sentAt: expect.any(Date), subject: mail?.subject });
  });

  test("is sent once, however often its job runs and its occasion is enqueued", async () => {
    const { recipient, send } = await promised({ key: "mandate:same:1", recipient: "once@example.test" });
    await promised({ key: "mandate:same:1", recipient: "once@example.test" });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(await arrived(recipient)).toHaveLength(1);
  });

  test("stays queued if the server refuses it temporarily, and is sent later, once", async () => {
    const { id, recipient, send } = await promised();
    await sandbox.fault("mail", "status-500", recipient);
    await expect(send()).rejects.toMatchObject({ kind: "rate_limited" });
    expect(await read(id)).toMatchObject({ status: "queued" });
    await send();
    expect(await arrived(recipient)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: "sent", error: null });
  });

  test("is not sent again if the worker died while sending, and the supplier gets a notice", async () => {
    const { id, recipient, send } = await promised();
    await db.mail.update({ where: { id }, data: { status: "sending" } });
    await send();
    await send();
    expect(await arrived(recipient)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "unknown" });
    expect(await toldKind()).toBe("mail_unknown");
  });

  test.each([
    ["withdrawn", { status: "cancelled" }],
    ["signed", { status: "signed" }],
  ] as const)("is not sent after a temporary refusal once the request is %s", async (_how, data) => {
    const { id, recipient, send } = await promised();
    await sandbox.fault("mail", "status-500", recipient);
    await expect(send()).rejects.toMatchObject({ kind: "rate_limited" });
    await db.mandateRequest.update({ where: { customerId_id: { customerId, id: `mrq_${count}` } }, data });
    await send();
    expect(await arrived(recipient)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "failed", error: "no longer asked for" });
    expect(await toldKind()).toBeUndefined();
  });

  test("is not sent to a payer who has died", async () => {
    const { id, recipient, send } = await promised();
    await db.contact.updateMany({ where: { customerId, id: `con_mrq_${count}` }, data: { deceasedAt: new Date() } });
    await send();
    expect(await arrived(recipient)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "failed" });
  });

  test("fails if the server refuses it permanently, and the supplier gets a notice", async () => {
    const { id, recipient, send } = await promised();
    await sandbox.fault("mail", "status-502-html", recipient);
    await send();
    await send();
    expect(await arrived(recipient)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "failed" });
    expect(await toldKind()).toBe("mail_refused");
    const again = await promised({ requestId: `mrq_${count}` });
    await again.send();
    expect(await arrived(again.recipient)).toHaveLength(1);
    expect(await db.notice.count({ where: { customerId, kind: "mail_refused", resolvedAt: null } })).toBe(0);
  });

  test.each(["keine Mail", "max mustermann@example.test"])(
    "to %j fails, and the supplier gets a notice that it was not sent",
    async (recipient) => {
      const { id, send } = await promised({ recipient });
      const before = (await sandbox.state()).mail.sent.length;
      await send();
      await send();
      expect((await sandbox.state()).mail.sent).toHaveLength(before);
      expect(await read(id)).toMatchObject({ status: "failed" });
      expect(await toldKind()).toBe("mail_refused");
    },
  );

  test("raises no notice if a mail to the supplier's own people has an unknown outcome", async () => {
    const lost = { id: "mai_own", key: "own", template: "invitation", locale: "de", recipient: "team@example.test" };
    await db.mail.create({ data: { ...lost, customerId, data: {}, status: "sending" } });
    await sendMail.run({ mailId: lost.id });
    expect(await read(lost.id)).toMatchObject({ status: "unknown" });
    expect(
      await db.notice.findFirst({ where: { customerId, data: { path: ["mailId"], equals: lost.id } } }),
    ).toBeNull();
  });
});
