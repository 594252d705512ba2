import { useTranslations } from "next-intl";
import { listAddress } from "@/components/ui/list-address";
import { NumberPager } from "@/components/ui/number-pager";
import type { PayoutView } from "@/lib/payouts/loaders";

type Part = "items" | "bookings";

/** Pages through the items or the bookings of a payout; the other list keeps its page. */
export function PartPager({ payout, part, name }: { payout: PayoutView; part: Part; name: string }) {
  const t = useTranslations("common");
  const { page, pages } = payout[part];
  if (pages <= 1) return null;
  const place = { items: numberOf(payout.items.page), bookings: numberOf(payout.bookings.page) };
  const step = (to: number) => listAddress(`/app/payouts/${payout.id}`, place, { [part]: numberOf(to) });
  return (
    <NumberPager
      label={t("pagingOf", { list: name })}
      text={t("pageOf", { page, pages })}
      previous={{ label: t("previousPage"), href: page > 1 ? step(page - 1) : undefined }}
      next={{ label: t("nextPage"), href: page < pages ? step(page + 1) : undefined }}
    />
  );
}

/** Returns undefined for the first page, which has no parameter in the address. */
function numberOf(page: number): string | undefined {
  return page > 1 ? String(page) : undefined;
}
