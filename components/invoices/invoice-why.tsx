import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { UseCondition } from "@/components/conditions/use-condition";
import { UpgradeButton } from "@/components/subscription/upgrade-button";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { listAddress } from "@/components/ui/list-address";
import type { RetryShown } from "@/lib/collections/attempts/instruction-rules";
import { approveRetryAction } from "@/lib/collections/returns/actions";
import { formatMoney } from "@/lib/core/money/money";
import { shortName } from "@/lib/core/text/sanitise";
import { formatInstant } from "@/lib/core/time/dates";
import { conditionDifference } from "@/lib/customers/condition/rules";
import { confirmLateInvoiceAction } from "@/lib/invoices/actions";
import type { InvoiceView } from "@/lib/invoices/loaders";
import { requestMandateAction } from "@/lib/mandates/actions";
import { filesPageOf } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";
import { useReasonKey } from "./reason-text";

const ABOUT_CONDITIONS = ["condition_missing", "condition_mismatch", "condition_near_miss", "no_condition_chosen"];
const ABOUT_A_MANDATE = ["mandate_missing", "mandate_not_usable", "requests_off", "request_unconfirmed"];
type Place = "connections" | "contacts" | "files" | "mandates" | "returns" | "settings" | "subscription";
/** For each reason, the page with the remedy, if that cannot be offered right here. */
const PLACES: Record<string, Place> = {
  mandate_ambiguous: "contacts",
  match_unconfirmed: "mandates",
  mandate_requested: "mandates",
  books_not_connected: "connections",
  payments_not_connected: "connections",
  account_held: "connections",
  connection_revoked: "connections",
  other_engines_unconfirmed: "connections",
  account_in_review: "connections",
  account_not_verified: "connections",
  books_outdated: "files",
  contact_excluded: "contacts",
  pays_otherwise: "contacts",
  due_date_missing: "files",
  payer_deceased: "contacts",
  contract_inactive: "subscription",
  no_condition_chosen: "settings",
  failed_needs_action: "returns",
  paid_by_returned_debit: "returns",
  retry_stopped: "returns",
};

/** Reasons that only repeat the state, which the page shows already. */
const SELF_EVIDENT = ["collection_running", "collected"];

/** Explains in plain words why the invoice is or is not collected, and offers the remedy. */
export function InvoiceWhy({ invoice, chosenConditions }: { invoice: InvoiceView; chosenConditions: string[] }) {
  const t = useTranslations();
  const key = useReasonKey()(invoice.reason);
  const decision = invoice.decision;
  if (SELF_EVIDENT.includes(key)) return null;
  return (
    <section aria-labelledby="why" className="rounded-card bg-sunken p-4">
      <h2 id="why" className="text-base">
        {t("invoices.why")}: {t(`reasons.${key}.title`)}
      </h2>
      <p className="mt-1 text-sm">{t(`reasons.${key}.help`)}</p>
      <Limit reason={key} limit={decision?.limit} />
      <WaitsUntil until={decision?.until} />
      {key === "payer_changed_late" ? <Debited name={invoice.attempts[0]?.payerName} /> : null}
      {ABOUT_CONDITIONS.includes(key) ? <ConditionCompare invoice={invoice} chosen={chosenConditions} /> : null}
      <div className="mt-3 empty:hidden">
        <Remedy invoice={invoice} reason={key} chosen={chosenConditions} />
      </div>
    </section>
  );
}

/** Names the payer whose account was debited and who must get the money back. */
function Debited({ name }: { name?: string }) {
  const t = useTranslations("invoices");
  if (!name) return null;
  return <p className="mt-1 text-sm">{t("debited", { name: shortName(name) })}</p>;
}

/** Shows the limit that decided: an amount, or an age in days. */
function Limit({ reason, limit }: { reason: string; limit?: number }) {
  const t = useTranslations("invoices");
  const locale = useLocale();
  if (limit === undefined) return null;
  const text =
    reason === "very_late" ? t("limitDays", { days: limit }) : t("limitAmount", { amount: formatMoney(limit, locale) });
  return <p className="mt-1 text-sm">{text}</p>;
}

/** Shows the moment at which the wait ends. */
function WaitsUntil({ until }: { until?: string }) {
  const t = useTranslations("invoices");
  const locale = useLocale();
  if (!until) return null;
  return <p className="mt-1 text-sm">{t("waitsUntil", { until: formatInstant(new Date(until), locale) })}</p>;
}

function Remedy({ invoice, reason, chosen }: { invoice: InvoiceView; reason: string; chosen: string[] }) {
  const t = useTranslations("invoices");
  // Compared without the spaces around it, as payment conditions are saved.
  const term = invoice.termLabel.trim();
  if (ABOUT_CONDITIONS.includes(reason) && term && !chosen.includes(term)) {
    return <UseCondition term={term} chosen={chosen} />;
  }
  if (reason === "premium_required") return <UpgradeButton>{t("seePremium")}</UpgradeButton>;
  if (reason === "very_late") {
    return (
      <ActionButton
        gated
        action={confirmLateInvoiceAction.bind(null, { invoiceId: invoice.id })}
        tone="primary"
        size="small"
        done={t("lateDone")}
      >
        {t("confirmLate")}
      </ActionButton>
    );
  }
  if (reason === "failed_needs_action" && invoice.retryShown)
    return <Retry invoice={invoice} shown={invoice.retryShown} />;
  if (ABOUT_A_MANDATE.includes(reason) && invoice.contactId && invoice.contactEmail) {
    return (
      <ActionButton
        gated
        action={requestMandateAction.bind(null, { contactId: invoice.contactId, byMail: true })}
        tone="primary"
        size="small"
        done={t("requestDone")}
      >
        {t("requestMandate")}
      </ActionButton>
    );
  }
  const place = PLACES[reason];
  return place ? <PlaceLink place={place} invoice={invoice} reason={reason} /> : null;
}

/** Links to the page; pages of contacts and mandates are filtered by the payer concerned. */
function PlaceLink({ place, invoice, reason }: { place: Place; invoice: InvoiceView; reason: string }) {
  const t = useTranslations();
  const { books, payerName, contactEmail } = invoice;
  const name = place === "contacts" || reason === "mandate_requested" ? payerName || contactEmail : undefined;
  const toFiles = { href: filesPageOf(books) ?? "/app/connections", page: vendorName(books) ?? "" };
  const { href, page } = place === "files" ? toFiles : { href: `/app/${place}`, page: t(`shell.nav.${place}`) };
  return (
    <Link href={name ? listAddress(href, { name }) : href} className={buttonClass("plain", "small")}>
      {t("invoices.goTo", { page })}
    </Link>
  );
}

function Retry({ invoice, shown }: { invoice: InvoiceView; shown: RetryShown }) {
  const t = useTranslations("invoices");
  const locale = useLocale();
  return (
    <ActionButton
      gated
      action={approveRetryAction.bind(null, { invoiceId: invoice.id, shown })}
      tone="primary"
      size="small"
      done={t("retryDone")}
      confirmTone="primary"
      confirmation={{
        title: t("retryTitle"),
        body: (
          <>
            <p>{t("retryBody", { amount: formatMoney(invoice.amountCents, locale) })}</p>
            {invoice.otherMandate ? <p>{t("retryOther", { mandate: shortName(invoice.otherMandate) })}</p> : null}
          </>
        ),
        confirm: t("retry"),
        cancel: t("notNow"),
      }}
    >
      {t("retry")}
    </ActionButton>
  );
}

/**
 * Shows both texts, one above the other, with spaces made visible, because near misses can differ in invisible
 * characters.
 */
function ConditionCompare({ invoice, chosen }: { invoice: InvoiceView; chosen: string[] }) {
  const t = useTranslations("invoices");
  const c = useTranslations("client.conditions.onlyBy");
  const expected = invoice.decision?.expected ? [invoice.decision.expected] : chosen;
  const found = invoice.decision?.found ?? invoice.termLabel;
  const near = invoice.reason === "condition_near_miss" ? invoice.decision?.expected : undefined;
  const quoted = (text: string) => (
    <q className="rounded bg-surface px-1.5 py-0.5 wrap-anywhere whitespace-pre-wrap">
      <bdi>{text}</bdi>
    </q>
  );
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      {near ? <dd className="col-span-full font-medium">{c(conditionDifference(found, near))}</dd> : null}
      <dt className="text-muted">{t("found")}</dt>
      <dd>{found ? quoted(found) : t("nothingFound")}</dd>
      <dt className="text-muted">{t("expected")}</dt>
      <dd className="flex flex-wrap gap-1.5">
        {expected.length > 0 ? expected.map((label) => <span key={label}>{quoted(label)}</span>) : t("nothingChosen")}
      </dd>
    </dl>
  );
}
