import { createHash, randomInt } from "node:crypto";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { readMail } from "@/lib/e-invoices/process/access";
import { candidatesOf } from "@/lib/e-invoices/receipt/mutations";
import { storeFile, storeRefusal } from "@/lib/e-invoices/tray/mutations";
import { shownName } from "@/lib/e-invoices/tray/rules";
import type { InboundMail } from "@/lib/providers/mail/inbound";
import { findMailboxOwner } from "./data";
import type { MailParts } from "./rules";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
/** 24 letters have 118 random bits. */
const TOKEN_LENGTH = 24;

/**
 * Gives the supplier a new address for invoices by mail. An earlier one ends at once.
 *
 * @returns the address
 * @throws AppError `not_found` if the installation receives no mails
 */
export async function replaceMailbox(customerId: CustomerId, actor: Actor): Promise<string> {
  const domain = env().INBOUND_MAIL_DOMAIN;
  if (!domain) throw new AppError("not_found");
  const token = Array.from({ length: TOKEN_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  await db.$transaction(async (tx) => {
    await tx.eInvoiceMailbox.upsert({
      where: { customerId },
      create: { customerId, token },
      update: { token, createdAt: now() },
    });
    await writeAudit(tx, customerId, actor, { action: "e-invoices.mailbox", subject: "EINVOICE" });
  });
  return `${token}@${domain}`;
}

/** Stores the invoices of a mail for each of its recipients. A mail without any is listed as refused. */
export async function takeMail({ sender, recipients, bytes }: InboundMail): Promise<void> {
  const digest = createHash("sha256").update(bytes).digest("hex");
  const parts = await readMail(bytes);
  for (const address of recipients) {
    const customerId = await findMailboxOwner(address);
    // The address was replaced after the envelope had been accepted.
    if (!customerId) continue;
    await withinSupplier(customerId, () => store(customerId, parts, { sender, byteCount: bytes.length, digest }));
  }
}

async function store(
  customerId: CustomerId,
  parts: MailParts | undefined,
  mail: { sender: string; byteCount: number; digest: string },
): Promise<void> {
  const origin = { via: "mail", sender: mail.sender.slice(0, 320) } as const;
  const refuse = async (name: string, key: string, reason: string): Promise<void> =>
    await storeRefusal(customerId, { name, byteCount: mail.byteCount, key, reason }, origin);
  const { subject, messageId, attachments, isCut } = parts ?? NO_PARTS;
  // Identifies the mail, however often it is delivered.
  const key = messageId || mail.digest;
  let count = 0;
  for (const { name, bytes } of attachments)
    for await (const candidate of candidatesOf({ name, body: once(bytes) })) {
      if ("bytes" in candidate) await storeFile(customerId, candidate, origin);
      // Pictures and texts belong to most mails. All other refusals are shown.
      else if (candidate.refused === "file_type" || candidate.refused === "empty") continue;
      else await refuse(shownName(candidate.name), `${key}/${candidate.name}`, candidate.refused);
      count += 1;
    }
  if (isCut) await refuse(subject, `${key}/cut`, "mail_too_many");
  else if (count === 0) await refuse(subject, key, parts ? "mail_without_invoice" : "mail_broken");
}

const NO_PARTS: MailParts = { subject: "?", messageId: "", attachments: [], isCut: false };

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
