import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { MailStatus } from "@/lib/core/prisma/enums";
import { smtpMailer } from "@/lib/providers/mail/smtp";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { awaitLocked } from "@/test/locks";
import { TestSandbox } from "@/test/sandbox";
import { seedRequest } from "@/test/supplier-data";
import { sendMail } from "./jobs";

/** The production timeout for an answer is twenty seconds. */
vi.mock("@/lib/providers/mail/registry", () => ({
  openMailer: () => smtpMailer(`${env().SMTP_URL}?socketTimeout=700`),
}));

/** Tests every status of a mail with every possible outcome of its job. */
const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());
const { customerId } = await seedSupplier();

const FAULTS: Record<string, string | undefined> = {
  "the server takes it": undefined,
  "it refuses it for now": "status-500",
  "it refuses it for good": "status-502-html",
  "it does not answer": "timeout-after",
};
const [LATE, UNWANTED] = ["it comes too late", "the payer is not asked any more"];
const COLUMNS = [...Object.keys(FAULTS), LATE, UNWANTED];
/** A dot means: nothing changes, and nothing is sent. */
const NOTHING = ". . . . . .";
const TABLE: Record<MailStatus, string> = {
  queued: "sent queued failed unknown failed failed",
  // A worker died while sending: the outcome is unknown, so the mail is not sent again.
  sending: "unknown unknown unknown unknown unknown unknown",
  sent: NOTHING,
  failed: NOTHING,
  unknown: NOTHING,
};
const TOLD: Partial<Record<MailStatus, string>> = { failed: "mail_refused", unknown: "mail_unknown" };

let count = 0;

async function mailIn(status: MailStatus, column?: string) {
  count += 1;
  const id = `mai_state${count}`;
  const recipient = `${id}@example.test`;
  const supplier = { name: "Werkstatt", address: "", zip: "", city: "", email: "a@example.test", phone: "" };
  const data = { requestId: `mrq_state${count}`, supplier, contactName: "Jana Sommer", invoice: null };
  const expiresAt = column === LATE ? new Date(0) : null;
  await seedRequest(customerId, data.requestId, column === UNWANTED ? "cancelled" : "pending");
  await db.mail.create({
    data: { id, customerId, key: id, template: "mandate-request", locale: "de", recipient, data, status, expiresAt },
  });
  const told = () => db.notice.findFirst({ where: { customerId, key: `mail:${data.requestId}`, resolvedAt: null } });
  return { id, recipient, told };
}

const read = (id: string) => db.mail.findUniqueOrThrow({ where: { id } });

test.each(Object.values(MailStatus))("a mail in the status %s handles all outcomes of its job", async (from) => {
  for (const [i, cell] of TABLE[from].split(" ").entries()) {
    const column = COLUMNS[i] as string;
    const isIdle = column === LATE || column === UNWANTED;
    const { id, recipient, told } = await mailIn(from, column);
    const before = await read(id);
    await sandbox.clearFaults();
    const fault = FAULTS[column];
    if (fault) await sandbox.fault("mail", fault, recipient);
    const run = () => sendMail.run({ mailId: id });
    if (cell === "queued") await expect(run(), column).rejects.toMatchObject({ kind: "rate_limited" });
    else for (const _again of [1, 2]) await run();
    const after = await read(id);
    if (cell === ".") expect(after, column).toEqual(before);
    else expect(after, column).toMatchObject({ status: cell, recipient });
    // An outdated mail raises no notice; every other mail that a payer did not get does.
    const isTold = cell !== "." && !(isIdle && from === "queued");
    expect((await told())?.kind, column).toBe(isTold ? TOLD[cell as MailStatus] : undefined);
    const arrived = (await sandbox.state()).mail.sent.filter((mail) => mail.to === recipient).length;
    if (column !== "it does not answer") expect(arrived, column).toBe(cell === "sent" ? 1 : 0);
    else expect(arrived, column).toBeLessThan(2);
  }
});

test("a mail that is sent while another run gives it up stays sent", async () => {
  const { id, told } = await mailIn("sending");
  const other = await db.$transaction(async (tx) => {
    await tx.mail.update({ where: { id }, data: { status: "sent", sentAt: new Date() } });
    // This run has read "sending", and waits for the row lock.
    const run = sendMail.run({ mailId: id });
    await awaitLocked(1);
    return { run };
  });
  await other.run;
  expect(await read(id)).toMatchObject({ status: "sent", error: null });
  expect(await told()).toBeNull();
});
