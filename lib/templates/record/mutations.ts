import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { LOCALES } from "@/lib/core/locales";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError, type FieldError } from "@/lib/core/web/errors";
import { queueMail } from "@/lib/outbox/mutations";
import { repaintLogo } from "@/lib/templates/logo/rendering";
import type { TemplateAddress, TemplateInput } from "@/lib/templates/schema";
import { TABS, type TemplateField, type TemplateTexts, templateFaults } from "@/lib/templates/texts/rules";
import { readExampleFacts } from "./data";

/**
 * Saves the supplier's texts for one of the four mandate mails.
 *
 * @throws AppError `placeholder_unknown` or `invalid_input`, with the fields
 */
export async function saveTemplate(
  customerId: CustomerId,
  address: TemplateAddress,
  input: TemplateInput,
  actor: Actor,
): Promise<void> {
  requireSound(input, address);
  const { tab, language } = address;
  await db.$transaction(async (tx) => {
    await tx.emailTemplate.upsert({
      where: { customerId_tab_language: { customerId, tab, language } },
      create: { customerId, tab, language, ...input },
      update: input,
    });
    const detail = { tab, language, ...input };
    await writeAudit(tx, customerId, actor, { action: "email-template.changed", subject: nameOf(address), detail });
  });
}

/**
 * Requires texts without faults.
 *
 * @throws AppError `placeholder_unknown` or `invalid_input`, with the fields
 */
export function requireSound(texts: TemplateTexts, { tab }: TemplateAddress): void {
  const faults = Object.entries(templateFaults(texts, tab)) as [
    TemplateField,
    { kind: string; placeholder?: string },
  ][];
  const fields = faults.map(
    ([field, fault]): FieldError => ({
      field,
      message: fault.placeholder ? `${fault.placeholder} is not a placeholder of this mail` : "required",
    }),
  );
  if (fields.length === 0) return;
  const isUnknown = faults.every(([, fault]) => fault.kind === "unknown");
  throw new AppError(isUnknown ? "placeholder_unknown" : "invalid_input", "The template does not fit.", fields);
}

/** Resets a mail to our own texts, without a logo. */
export async function resetTemplate(customerId: CustomerId, address: TemplateAddress, actor: Actor): Promise<void> {
  const where = { customerId, ...address };
  await db.$transaction(async (tx) => {
    await tx.emailTemplate.deleteMany({ where });
    await tx.emailLogo.deleteMany({ where });
    await writeAudit(tx, customerId, actor, { action: "email-template.reset", subject: nameOf(address) });
  });
}

/**
 * Stores an image as the logo of one of the mails, or of all four.
 *
 * @throws AppError `logo_invalid`
 */
export async function storeLogo(
  customerId: CustomerId,
  address: TemplateAddress,
  upload: { bytes: Uint8Array; everywhere: boolean },
  actor: Actor,
): Promise<void> {
  const logo = await repaintLogo(upload.bytes);
  const addresses = upload.everywhere
    ? TABS.flatMap((tab) => LOCALES.map((language) => ({ tab, language })))
    : [address];
  await db.$transaction(async (tx) => {
    for (const one of addresses) await putLogo(tx, { customerId, ...one }, logo);
    const detail = { everywhere: upload.everywhere, width: logo.width, height: logo.height };
    await writeAudit(tx, customerId, actor, { action: "email-logo.changed", subject: nameOf(address), detail });
  });
}

async function putLogo(
  tx: Tx,
  key: TemplateAddress & { customerId: CustomerId },
  logo: Awaited<ReturnType<typeof repaintLogo>>,
): Promise<void> {
  const where = { customerId_tab_language: key };
  await tx.emailLogo.upsert({ where, create: { ...key, ...logo }, update: logo });
}

/** Deletes the logo of a mail; without a logo nothing changes. */
export async function deleteLogo(customerId: CustomerId, address: TemplateAddress, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.emailLogo.deleteMany({ where: { customerId, ...address } });
    if (count === 0) return;
    await writeAudit(tx, customerId, actor, { action: "email-logo.deleted", subject: nameOf(address) });
  });
}

/**
 * Sends a mail with the texts of the form, saved or not, to the signed-in person. It is enqueued like every other mail.
 *
 * @returns the address it goes to
 * @throws AppError `placeholder_unknown` or `invalid_input`, with the fields
 */
export async function sendTestMail(
  customerId: CustomerId,
  userId: string,
  address: TemplateAddress,
  input: TemplateInput,
): Promise<{ recipient: string }> {
  requireSound(input, address);
  const facts = await readExampleFacts(customerId, address);
  return await db.$transaction(async (tx) => {
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await queueMail(tx, customerId, {
      key: `mandate-test:${newId("mail")}`,
      template: "mandate-test",
      locale: address.language,
      recipient: email,
      data: { tab: address.tab, input, facts },
    });
    return { recipient: email };
  });
}

function nameOf({ tab, language }: TemplateAddress): string {
  return `${tab}/${language}`;
}
