import { useTranslations } from "next-intl";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { PayoutStatusPill } from "@/components/payouts/payout-pills";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import type { Dashboard } from "@/lib/dashboard/loaders";

export function RecentPayouts({ payouts }: { payouts: Dashboard["payouts"] }) {
  const t = useTranslations("dashboard");
  return (
    <Card>
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
