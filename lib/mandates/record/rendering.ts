import { createTranslator } from "next-intl";
import { brand } from "@/lib/core/brand";
import type { Locale } from "@/lib/core/locales";
import { PdfWriter } from "@/lib/core/pdf/document";
import { now } from "@/lib/core/time/clock";
import { formatDay, formatInstant } from "@/lib/core/time/dates";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { MandateRecord } from "./data";

/**
 * Returns the mandate as a letter: who may debit which account, in the words of the scheme, and how it was granted. The
 * account appears as country and last digits, because we know no more of it.
 */
export function mandatePdf(record: MandateRecord, locale: Locale): PdfWriter {
  const messages = locale === "de" ? (de as typeof en) : en;
  const t = createTranslator({ locale, messages, namespace: "mandates" });
  const legal = createTranslator({ locale, messages, namespace: "payer" });
  const writer = new PdfWriter({
    locale,
    title: t("record.title"),
    subtitle: record.reference
      ? t("record.subtitle", { reference: record.reference })
      : t("record.subtitleNumber", { id: record.providerId }),
    sender: [record.supplier.name, ...record.supplier.lines],
    foot: t("record.foot", { product: brand.name, at: formatInstant(now(), locale) }),
    pageLabel: (page) => t("record.page", { page }),
  });
  const { payer, accountHint, bankName, signedAt } = record;
  writer.heading(t("record.creditor"));
  writer.facts([
    [t("record.name"), record.creditorName],
    [t("record.creditorIdentifier"), record.creditorIdentifier],
  ]);
  writer.heading(t("record.payer"));
  const facts: [string, string][] = [
    [t("record.name"), payer.name],
    [t("record.email"), payer.email],
    [t("record.address"), payer.address],
    [t("account"), [accountHint, bankName].filter(Boolean).join(", ")],
  ];
  // The accounting system may have the payer under another name.
  if (record.contactName && record.contactName !== payer.name) facts.push([t("inBooks"), record.contactName]);
  writer.facts(facts);
  writer.heading(t("record.mandate"));
  writer.facts([
    [t("record.reference"), record.reference],
    [t("record.scheme"), t("record.schemeCore")],
    [t("record.kind"), t("record.recurring")],
    [t("record.signedAt"), signedAt ? formatInstant(signedAt, locale) : ""],
    [t("record.form"), t(record.request ? "record.formElectronic" : "record.formElsewhere")],
    [t("state"), `${t(`mandateStatus.${record.status}.label`)}: ${t(`mandateStatus.${record.status}.hint`)}`],
  ]);
  // The text agreed to outside Einzug is not known here.
  writer.heading(t(record.request ? "record.text" : "record.textUsual"));
  writer.paragraph(legal("mandateText", { creditor: record.creditorName }));
  writer.heading(t("record.history"));
  writer.facts(historyOf(record, locale, t));
  writer.paragraph(t("record.note"), { muted: true });
  return writer;
}

type Texts = ReturnType<typeof createTranslator<typeof en, "mandates">>;

/** Returns the history of the mandate, oldest entry first. */
function historyOf(record: MandateRecord, locale: Locale, t: Texts): [string, string][] {
  const { request, debits, transferredAt } = record;
  const steps: [string, Date | null | undefined][] = [
    [t("record.asked"), request?.createdAt],
    [t("record.sent"), request?.sentAt],
    [t("record.opened"), request?.openedAt],
    [t("record.signedAt"), record.signedAt],
    [t("record.transferred"), transferredAt],
  ];
  const rows = steps.flatMap(([label, at]): [string, string][] => (at ? [[label, formatInstant(at, locale)]] : []));
  if (request?.email) rows.splice(1, 0, [t("record.sentTo"), request.email]);
  if (record.isReplaced) rows.push([t("record.ended"), t("replaced")]);
  const { count, first, last } = debits;
  const span = first && last ? `, ${formatDay(first, locale)} – ${formatDay(last, locale)}` : "";
  rows.push([t("record.debits"), `${t("record.debitCount", { count })}${span}`]);
  return rows;
}
