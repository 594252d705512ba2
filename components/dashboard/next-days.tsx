import Link from "next/link";
import { useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { PayoutStatusPill } from "@/components/payouts/payout-pills";
import { Card } from "@/components/ui/card";
import type { NextDebit } from "@/lib/collections/loaders";
import type { PayoutRow } from "@/lib/payouts/loaders";

export function NextDebits({ debits }: { debits: NextDebit[] }) {
  const t = useTranslations("dashboard");
  return (
    <Card className="flex-1">
      <h2 className="text-base">{t("nextDebits")}</h2>
      {debits.length === 0 ? (
        <p className="mt-1 text-muted">{t("noDebits")}</p>
      ) : (
        <ul className="mt-2 divide-y">
          {debits.map((debit) => (
            <li key={debit.day} className="flex items-baseline justify-between gap-4 py-2 last:pb-0">
              <span>
                <Day day={debit.day} weekday />
                <span className="ml-2 text-sm text-muted">{t("debits", { count: debit.count })}</span>
              </span>
              <Money cents={debit.cents} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function RecentPayouts({ payouts }: { payouts: PayoutRow[] }) {
  const t = useTranslations("dashboard");
  return (
    <Card className="flex-1">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-base">{t("recentPayouts")}</h2>
        {payouts.length > 0 ? (
          <Link href="/app/payouts" className="text-sm text-action underline underline-offset-2">
            {t("allPayouts")}
          </Link>
        ) : null}
      </div>
      {payouts.length === 0 ? (
        <p className="mt-1 text-muted">{t("noPayouts")}</p>
      ) : (
        <ul className="mt-2 divide-y">
          {payouts.map((payout) => (
            <li key={payout.id} className="relative flex items-baseline justify-between gap-4 py-2 last:pb-0">
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <Link
                  href={`/app/payouts/${payout.id}`}
                  className="truncate underline-offset-2 after:absolute after:inset-0 hover:underline"
                >
                  {payout.reference}
                </Link>
                <span className="text-sm text-muted">
                  {payout.day ? <Day day={payout.day} /> : <PayoutStatusPill status={payout.status} />}
                </span>
              </span>
              <Money cents={payout.amountCents} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
