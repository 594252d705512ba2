import { brand } from "@/lib/core/brand";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import type { Mail } from "@/lib/core/prisma/client";
import { describeSpan } from "@/lib/core/telemetry/trace";
import { now } from "@/lib/core/time/clock";
import { ProviderError } from "@/lib/core/web/provider-error";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { openMailer } from "@/lib/providers/mail/registry";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import { renderMail } from "./rendering";

/**
 * Sends one mail, once. SMTP has no idempotency key, so the row becomes "sending" before the server is called. A mail
 * with an unknown outcome (the worker died, or the connection broke) is not sent again automatically: the supplier gets
 * a notice and can send it again. So is a mail that the server refuses permanently, which has certainly not arrived.
 */
export const sendMail = work(jobs.sendMail, async ({ mailId }) => {
  const mail = await db.mail.findUnique({ where: { id: mailId } });
  describeSpan({}, { customerId: mail?.customerId ?? undefined });
  if (mail?.status === "sending") return await giveUp(mail, "unknown", "interrupted while sending");
  if (mail?.status !== "queued") return;
  if (mail.expiresAt && mail.expiresAt <= now()) return await drop(mail, "not sent in time");
  if (!(await isStillAsked(mail))) return await drop(mail, "no longer asked for");
  const rendered = await renderMail(mail);
  const claimed = await db.mail.updateMany({
    where: { id: mailId, status: "queued" },
    data: { status: "sending", subject: rendered.subject },
  });
  if (claimed.count === 0) return;
  try {
    const messageId = `<${mail.id}@${brand.domain}>`;
    await openMailer().send({ ...rendered, messageId, to: mail.recipient, from: env().MAIL_FROM });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "rate_limited") {
      await db.mail.updateMany({ where: { id: mailId }, data: { status: "queued", error: error.message } });
      throw error;
    }
    return await giveUp(mail, error.kind === "refused" ? "failed" : "unknown", error.message);
  }
  await db.$transaction(async (tx) => {
    await tx.mail.updateMany({ where: { id: mailId }, data: { status: "sent", sentAt: now(), error: null } });
    const { requestId } = mail.data as { requestId?: string };
    if (!requestId || !mail.customerId) return;
    const where = { customerId: mail.customerId, id: requestId };
    await tx.mandateRequest.updateMany({ where, data: { sentAt: now(), mailRefusedAt: null } });
    await tx.mandateRequest.updateMany({ where: { ...where, status: "pending" }, data: { status: "sent" } });
    await resolveNotice(tx, mail.customerId, lostKey(requestId));
  });
});

/** True unless the mail requests a mandate that was signed or cancelled meanwhile, or whose payer has died. */
async function isStillAsked({ customerId, template, data }: Mail): Promise<boolean> {
  if (template !== "mandate-request" || !customerId) return true;
  const { requestId: id } = data as { requestId: string };
  const where = { customerId, id, status: { in: OPEN_REQUESTS }, contact: { deceasedAt: null } };
  return (await db.mandateRequest.count({ where })) > 0;
}

/** Gives up a queued mail without a notice, because its content is outdated. */
async function drop(mail: Mail, error: string): Promise<void> {
  await db.mail.updateMany({ where: { id: mail.id, status: "queued" }, data: { status: "failed", error } });
}

const lostKey = (requestId: string) => `mail:${requestId}`;

/**
 * Gives up a mail. Raises a notice only for a mail to a payer, because a collection waits for it. All other mails go to
 * the supplier's own people, who find the same on the screens.
 */
async function giveUp(mail: Mail, status: "failed" | "unknown", error: string): Promise<void> {
  const { id, customerId, recipient } = mail;
  const { requestId } = mail.data as { requestId?: string };
  await db.$transaction(async (tx) => {
    const given = await tx.mail.updateMany({ where: { id, status: { not: "sent" } }, data: { status, error } });
    // The count is 0 if another run has just sent the mail.
    if (given.count === 0 || !customerId || !requestId) return;
    await raiseNotice(tx, customerId, {
      key: lostKey(requestId),
      kind: status === "failed" ? "mail_refused" : "mail_unknown",
      data: { mailId: id, recipient, status, requestId },
    });
    if (status === "failed")
      await tx.mandateRequest.updateMany({ where: { customerId, id: requestId }, data: { mailRefusedAt: now() } });
  });
}
