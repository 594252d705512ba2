import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Fact, Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/lib/core/money/money";
import { sanitiseLine, sanitiseText } from "@/lib/core/text/sanitise";
import { formatDay, formatInstant, isDay } from "@/lib/core/time/dates";
import type { TrayFileView } from "@/lib/e-invoices/tray/loaders";
import { answersOf } from "@/lib/e-invoices/tray/rules";
import { CreditAssignment } from "./credit-assignment";
import { FileAnswers } from "./file-answers";
import { useFileLabel, useFileReason, useMeans, useRemarks } from "./file-state";
import { InvoiceLines } from "./invoice-lines";

const TONES = { waiting: "info", done: "quiet", held: "wait", refused: "bad" } as const;

/** A file of the in-tray: its outcome, what to do about it, and the invoice as its XML states it. */
export function FileDetail({ file }: { file: TrayFileView }) {
  const t = useTranslations("eInvoices");
  const label = useFileLabel()(file);
  const reason = useFileReason()(file);
  // What holds the file is said above.
  const remarks = useRemarks()((file.facts.remarks ?? []).filter((remark) => remark !== file.reason));
  const answers = answersOf(file);
  return (
    <div className="space-y-6">
      <Banner
        tone={file.status === "done" && file.outcome === "direct_debit" ? "good" : TONES[file.status]}
        title={label}
      >
        {reason ?? t(`statusText.${file.status}`)}
        <div className="mt-3 space-y-3">
          {answers.includes("assign") ? <CreditAssignment id={file.id} /> : null}
          <FileAnswers id={file.id} answers={answers.filter((answer) => answer !== "assign")} />
          {file.invoiceId ? (
            <Link href={`/app/invoices/${file.invoiceId}`} className={buttonClass("plain", "small")}>
              {t("detail.toInvoice")}
            </Link>
          ) : null}
        </div>
      </Banner>
      {remarks.length > 0 ? (
        <Banner tone="info" title={t("detail.remarks")}>
          <ul className="list-disc space-y-1 pl-4">
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {file.facts.syntax ? <InvoiceFacts file={file} /> : null}
      {file.lines.length > 0 ? <InvoiceLines file={file} /> : null}
      <OriginFacts file={file} />
    </div>
  );
}

function InvoiceFacts({ file }: { file: TrayFileView }) {
  const t = useTranslations("eInvoices.detail");
  const locale = useLocale();
  const { facts, currency } = file;
  const money = (cents: number | undefined) => (cents === undefined ? undefined : formatMoney(cents, locale, currency));
  const day = (text: string | undefined) => (text && isDay(text) ? formatDay(text, locale) : text);
  const meansOf = useMeans();
  const percentOf = (text: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(Number(text));
  const list = (texts: string[] | undefined) => texts?.map((text) => sanitiseLine(text, 80)).join(", ");
  const rows: [string, string | undefined][] = [
    [t("number"), line(facts.number)],
    [t("issueDate"), day(facts.issueDate)],
    [t("dueDate"), day(facts.dueDate)],
    [t("seller"), joined(facts.sellerName, facts.sellerVatId ?? facts.sellerTaxNumber)],
    [t("buyer"), joined(facts.buyerName, facts.buyerVatId)],
    [t("buyerId"), line(facts.buyerId)],
    [t("buyerEmail"), line(facts.buyerEmail)],
    [t("net"), money(facts.netCents)],
    [t("vat"), money(facts.vatCents)],
    [t("total"), money(facts.totalCents)],
    [t("prepaid"), money(facts.prepaidCents)],
    [t("rounding"), money(facts.roundingCents)],
    [t("payable"), money(facts.payableCents)],
    [t("means"), list(facts.paymentMeans?.map(meansOf))],
    [t("mandate"), line(facts.mandateReference)],
    [t("creditorId"), line(facts.creditorId)],
    [t("debtorIban"), line(facts.debtorIban)],
    [t("creditIban"), list(facts.creditIbans)],
    [t("preceding"), list(facts.precedingNumbers)],
    ...(facts.skonto ?? []).map(({ days, percent, baseCents }): [string, string] => [
      t("skonto", { days }),
      t("skontoValue", {
        percent: percentOf(percent),
        base: money(baseCents) ?? "",
        isBased: baseCents === undefined ? "no" : "yes",
      }),
    ]),
    [t("format"), joined(facts.syntax, facts.profile)],
  ];
  return (
    <Card>
      <h2 className="mb-4 text-lg">{t("title")}</h2>
      <Facts facts={rows.map(factOf)} />
      {facts.terms ? (
        <div className="mt-4 border-t pt-4">
          <h3 className="text-sm text-muted">{t("terms")}</h3>
          <p className="prose-width mt-1 whitespace-pre-line wrap-anywhere">{sanitiseText(facts.terms)}</p>
        </div>
      ) : null}
    </Card>
  );
}

function OriginFacts({ file }: { file: TrayFileView }) {
  const t = useTranslations("eInvoices.detail");
  const via = useTranslations("eInvoices.tray.via");
  const locale = useLocale();
  const rows: [string, string | undefined][] = [
    [t("fileName"), file.name],
    [t("size"), t("kilobytes", { count: Math.max(0.1, file.byteCount / 1_000) })],
    [t("received"), `${formatInstant(new Date(file.receivedAt), locale)} · ${via(file.receivedVia)}`],
    [t("sender"), line(file.sender ?? undefined)],
    [t("by"), line(file.userName ?? undefined)],
  ];
  return (
    <Card>
      <h2 className="mb-4 text-lg">{t("file")}</h2>
      <Facts facts={rows.map(factOf)} />
      {file.hasOriginal ? (
        <div className="mt-5">
          <a href={`/app/e-invoices/${file.id}/original`} className={buttonClass()} download>
            <Download aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
            {t("download")}
          </a>
          <p className="prose-width mt-2 text-sm text-muted">{t("downloadHint")}</p>
        </div>
      ) : (
        <p className="prose-width mt-4 text-sm text-muted">{t("noOriginal")}</p>
      )}
    </Card>
  );
}

function factOf([label, value]: [string, string | undefined]): Fact | null {
  return value ? { label, value } : null;
}

function line(text: string | undefined): string | undefined {
  return text === undefined ? undefined : sanitiseLine(text, 200);
}

function joined(...texts: (string | undefined)[]): string {
  return texts.flatMap((text) => line(text) || []).join(" · ");
}
