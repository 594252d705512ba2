import { CircleCheck, CircleX } from "lucide-react";
import { useMessages, useTranslations } from "next-intl";
import { PayerLink } from "@/components/contacts/payer-link";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { cx } from "@/components/ui/class-names";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { PayoutItemView, PayoutView } from "@/lib/payouts/loaders";
import { PartPager } from "./part-pager";
import { Tenths } from "./tenths";

type ItemType = keyof ReturnType<typeof useMessages>["payouts"]["itemTypes"];

/**
 * Lists every item of the payout and compares their sum, rounded once, with the paid amount. A person can check it by
 * hand.
 */
export function Statement({ payout }: { payout: PayoutView }) {
  const t = useTranslations("payouts");
  const known = useMessages().payouts.itemTypes;
  const typeOf = (type: string) => t(`itemTypes.${type in known ? (type as ItemType) : "other"}`);
  const columns: Column<PayoutItemView>[] = [
    { key: "what", label: t("item"), phone: "lead", cell: (row) => typeOf(row.type) },
    { key: "invoice", label: t("invoice"), phone: "below-lead", cell: (row) => <ItemOrigin item={row} /> },
    {
      key: "payment",
      label: t("paymentId"),
      from: "xl",
      className: "text-sm text-muted",
      cell: (row) => row.providerPaymentId ?? "–",
    },
    { key: "amount", label: t("amount"), align: "right", phone: "tail", cell: (row) => <Tenths tenths={row.tenths} /> },
  ];
  return (
    <>
      <DataTable
        caption={t("statement")}
        columns={columns}
        rows={payout.items.rows}
        rowKey={(row) => String(row.position)}
      />
      <PartPager payout={payout} part="items" name={t("statement")} />
      <Proof payout={payout} />
    </>
  );
}

function ItemOrigin({ item }: { item: PayoutItemView }) {
  const t = useTranslations("payouts");
  if (item.invoice) {
    return (
      <>
        <Link href={`/app/invoices/${item.invoice.id}`} className="text-action underline underline-offset-2">
          <Name text={item.invoice.number} />
        </Link>
        <PayerLink
          id={item.invoice.contactId ?? undefined}
          name={item.invoice.contactName}
          className="ml-2 text-sm text-muted"
        />
      </>
    );
  }
  if (!item.isForeign) return <span className="text-muted">–</span>;
  return (
    <span className="text-muted">
      {t("foreign")}
      {/* Replaces the column with the payment id on narrower screens. */}
      <span className="block text-xs break-all xl:hidden">{item.providerPaymentId}</span>
    </span>
  );
}

function Proof({ payout }: { payout: PayoutView }) {
  const t = useTranslations("payouts");
  const { sums, roundedCents, amountCents, addsUp } = payout;
  const Icon = addsUp ? CircleCheck : CircleX;
  const line = "flex items-baseline justify-between gap-6 py-1.5";
  return (
    <div className="rounded-b-card border-t bg-sunken px-4 py-4 sm:px-5">
      <dl className="ml-auto max-w-md">
        <div className={line}>
          <dt className="text-muted">{t("sumPayments")}</dt>
          <dd>
            <Tenths tenths={sums.payments} />
          </dd>
        </div>
        {sums.deductions === 0 ? null : (
          <div className={line}>
            <dt className="text-muted">{t("sumDeductions")}</dt>
            <dd>
              <Tenths tenths={sums.deductions} />
            </dd>
          </div>
        )}
        <div className={line}>
          <dt className="text-muted">{t("sumFees")}</dt>
          <dd>
            <Tenths tenths={sums.fees} />
          </dd>
        </div>
        <div className={cx(line, "border-t")}>
          <dt className="text-muted">{t("sumItems")}</dt>
          <dd>
            <Tenths tenths={sums.total} />
          </dd>
        </div>
        <div className={line}>
          <dt className="text-muted">{t("rounded")}</dt>
          <dd>
            <Money cents={roundedCents} />
          </dd>
        </div>
        <div className={cx(line, "border-t font-semibold")}>
          <dt>{t("paid")}</dt>
          <dd>
            <Money cents={amountCents} />
          </dd>
        </div>
      </dl>
      <p className={cx("mt-3 flex items-center justify-end gap-2 font-medium", addsUp ? "text-good" : "text-bad")}>
        <Icon aria-hidden="true" strokeWidth={1.5} className="size-5" />
        {t(addsUp ? "addsUp" : "doesNotAddUp")}
      </p>
    </div>
  );
}
