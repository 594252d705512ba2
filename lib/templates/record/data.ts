import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import type { EmailLogo, EmailTemplate } from "@/lib/core/prisma/client";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { readEntitlement } from "@/lib/subscriptions/contract/access";
import { LOGO_DENSITY } from "@/lib/templates/logo/rules";
import type { MandateFacts } from "@/lib/templates/mail/facts-schema";
import { supplierFacts } from "@/lib/templates/mail/rules";
import type { TemplateAddress, TemplateView } from "@/lib/templates/schema";
import { placeholdersOf } from "@/lib/templates/texts/rules";
import { standardTexts } from "@/lib/templates/texts/standard-rules";
import type { Wording, WordingLogo } from "@/lib/templates/types";

const keyOf = (customerId: CustomerId, { tab, language }: TemplateAddress) => ({
  customerId_tab_language: { customerId, tab, language },
});

/** Reads one of the four mandate mails: the supplier's texts, or ours. */
export async function readTemplate(customerId: CustomerId, address: TemplateAddress): Promise<TemplateView> {
  const where = keyOf(customerId, address);
  const [row, logo] = await Promise.all([
    db.emailTemplate.findUnique({ where }),
    db.emailLogo.findUnique({ where, select: { width: true, height: true } }),
  ]);
  return viewOf(address, row, logo);
}

/** Reads the same together with the logo's image, for a preview next to the texts. */
export async function readTemplateWithLogo(
  customerId: CustomerId,
  address: TemplateAddress,
): Promise<{ view: TemplateView; logo: WordingLogo | null }> {
  const where = keyOf(customerId, address);
  const [row, logo] = await Promise.all([db.emailTemplate.findUnique({ where }), db.emailLogo.findUnique({ where })]);
  const size = logo && { width: logo.width, height: logo.height };
  return { view: viewOf(address, row, size), logo: logo && wordingLogoOf(logo) };
}

function viewOf(
  { tab, language }: TemplateAddress,
  row: EmailTemplate | null,
  logo: { width: number; height: number } | null,
): TemplateView {
  const { subject, headline, subtitle, body, shortInfo } = row ?? standardTexts(tab, language);
  return {
    tab,
    language,
    isActive: row?.isActive ?? true,
    ...{ subject, headline, subtitle, body, shortInfo },
    replyTo: row?.replyTo ?? null,
    isDefault: !row,
    logo,
    placeholders: placeholdersOf(tab),
  };
}

/** Reads the texts for outgoing mails: the supplier's texts and logo, unless they are switched off or need Premium. */
export async function readWording(customerId: CustomerId, address: TemplateAddress): Promise<Wording> {
  const row = await db.emailTemplate.findUnique({ where: keyOf(customerId, address) });
  const texts = standardTexts(address.tab, address.language);
  if (!(await readEntitlement(customerId)).isPremium || (row && !row.isActive))
    return { texts, replyTo: null, logo: null };
  return { texts: row ?? texts, replyTo: row?.replyTo ?? null, logo: await readLogo(customerId, address) };
}

export async function readLogo(customerId: CustomerId, address: TemplateAddress): Promise<WordingLogo | null> {
  const row = await db.emailLogo.findUnique({ where: keyOf(customerId, address) });
  return row && wordingLogoOf(row);
}

function wordingLogoOf(row: EmailLogo): WordingLogo {
  const shown = (pixels: number) => Math.max(1, Math.round(pixels / LOGO_DENSITY));
  return { png: row.png, shown: { width: shown(row.width), height: shown(row.height) } };
}

/** Returns this supplier's facts with an invented payer and invoice, for previews and test mails. */
export async function readExampleFacts(
  customerId: CustomerId,
  { tab, language }: TemplateAddress,
): Promise<MandateFacts> {
  const supplier = await readSupplier(customerId);
  const customerName = "Bäckerei Sonnenschein KG";
  return {
    // A link without a mandate request: its page says that the link is unknown.
    link: `${env().APP_URL}/m/${language === "de" ? "beispiel" : "example"}`,
    supplier,
    contactName: customerName,
    contactPerson: { firstName: "Jana", lastName: "Sommer" },
    invoice:
      tab === "with-invoice"
        ? {
            number: "RE1047",
            amountCents: 29_750,
            totalCents: 29_750,
            date: addDays(today(), -2),
            dueDate: addDays(today(), 12),
            term: "Der Betrag wird per SEPA-Lastschrift eingezogen.",
            customerName,
          }
        : null,
  };
}

async function readSupplier(customerId: CustomerId): Promise<MandateFacts["supplier"]> {
  return supplierFacts(await db.customer.findUniqueOrThrow({ where: { id: customerId } }));
}
