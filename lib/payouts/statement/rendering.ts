import { createTranslator } from "next-intl";
import { brand } from "@/lib/core/brand";
import { CSV_MARK, type CsvCell, csvLine } from "@/lib/core/formats/csv/line";
import type { Locale } from "@/lib/core/locales";
import { centsFromTenths, formatMoney, formatTenths } from "@/lib/core/money/money";
import { type PdfColumn, PdfWriter } from "@/lib/core/pdf/document";
import { formatDay } from "@/lib/core/time/dates";
import { NO_SUMS, type StatementSums, sideOf, sumsOf } from "@/lib/payouts/rules";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { StatementHead, StatementPayer } from "./data";

/** Rows kept on one page: the sums, and the line that says whether they add up. */
const SUM_ROWS = 8;

type Pieces = AsyncIterable<StatementPayer[]>;

function texts(locale: Locale) {
  const messages = locale === "de" ? (de as typeof en) : en;
  const t = createTranslator({ locale, messages, namespace: "payouts" });
  const known = messages.payouts.itemTypes;
  const typeOf = (type: string) => t(`itemTypes.${type in known ? (type as keyof typeof known) : "other"}`);
  const payerOf = (item: StatementPayer) => item.payerName ?? (item.isForeign ? t("foreign") : "");
  return { t, typeOf, payerOf };
}

/** Yields the statement as CSV, line by line. The sums come last, so that a person can check them against the lines. */
export async function* statementCsv(head: StatementHead, pieces: Pieces, locale: Locale): AsyncGenerator<string> {
  const { t, typeOf, payerOf } = texts(locale);
  const columns = ["no", "item", "invoice", "payer", "paymentId", "sumPayments", "sumFees", "sumDeductions"] as const;
  const line = (cells: CsvCell[]) => csvLine(cells, locale);
  yield CSV_MARK + line([...columns.map((column) => t(column)), t("amount")]);
  let sums = NO_SUMS;
  for await (const piece of pieces) {
    sums = sumsOf(piece, sums);
    yield piece
      .map((item) => {
        const amount = { tenths: item.tenths };
        const at = (side: keyof StatementSums) => (sideOf(item) === side ? amount : null);
        const origin = [item.invoiceNumber ?? "", payerOf(item), item.providerPaymentId ?? ""];
        const lead = [String(item.position + 1), typeOf(item.type), ...origin];
        return line([...lead, at("payments"), at("fees"), at("deductions"), amount]);
      })
      .join("");
  }
  const all = (["payments", "fees", "deductions", "total"] as const).map((side) => ({ tenths: sums[side] }));
  yield line(["", t("sumItems"), "", "", "", ...all]);
  yield line(["", t("rounded"), "", "", "", null, null, null, { cents: centsFromTenths(sums.total) }]);
  yield line(["", t("paid"), head.reference, "", head.providerId, null, null, null, { cents: head.amountCents }]);
}

/** Returns the statement as a letter to keep: a writer with its first page begun, and `write`, which adds the rest. */
export function statementPdf(
  head: StatementHead,
  pieces: Pieces,
  locale: Locale,
): { writer: PdfWriter; write: () => Promise<void> } {
  const { t } = texts(locale);
  const { supplier, reference, day, amountCents } = head;
  const title = t("pdfTitle", { reference });
  const writer = new PdfWriter({
    locale,
    title,
    subtitle: [formatMoney(amountCents, locale), day ? formatDay(day, locale) : t("dayUnknown")].join(" · "),
    sender: [supplier.companyName, supplier.address, `${supplier.zip} ${supplier.city}`.trim()],
    foot: `${brand.name} · ${supplier.companyName} · ${title}`,
    pageLabel: (page) => t("pdfPage", { page }),
  });
  return { writer, write: () => writeStatement(writer, head, pieces, locale) };
}

async function writeStatement(writer: PdfWriter, head: StatementHead, pieces: Pieces, locale: Locale): Promise<void> {
  const { t, typeOf, payerOf } = texts(locale);
  const facts: [string, string][] = [
    [t("status"), t(`statuses.${head.status}.label`)],
    [t("providerId"), head.providerId],
  ];
  writer.facts(facts);
  writer.heading(t("statement"));
  writer.paragraph(t("statementIntro"), { muted: true });
  const columns: PdfColumn[] = [
    { label: t("item"), share: 0.23 },
    { label: t("invoice"), share: 0.15 },
    { label: t("payer"), share: 0.45 },
    { label: t("amount"), share: 0.17, align: "right" },
  ];
  writer.tableHead(columns);
  let sums = NO_SUMS;
  for await (const piece of pieces) {
    sums = sumsOf(piece, sums);
    for (const item of piece) {
      const amount = formatTenths(item.tenths, locale);
      const origin = item.isForeign ? t("foreignItem", { payment: item.providerPaymentId ?? "" }) : payerOf(item);
      writer.tableRow(columns, [typeOf(item.type), item.invoiceNumber ?? "–", origin || "–", amount]);
    }
  }
  const sum = (label: string, amount: string, isSum = false) =>
    writer.tableRow(columns, [label, "", "", amount], { isSum, isWide: true });
  writer.keepTogether(columns, SUM_ROWS);
  sum(t("sumPayments"), formatTenths(sums.payments, locale), true);
  if (sums.deductions !== 0) sum(t("sumDeductions"), formatTenths(sums.deductions, locale));
  sum(t("sumFees"), formatTenths(sums.fees, locale));
  sum(t("sumItems"), formatTenths(sums.total, locale), true);
  const rounded = centsFromTenths(sums.total);
  sum(t("rounded"), formatMoney(rounded, locale));
  sum(t("paid"), formatMoney(head.amountCents, locale), true);
  writer.paragraph(t(rounded === head.amountCents ? "addsUp" : "doesNotAddUp"));
  writer.end();
}
