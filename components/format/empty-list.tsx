import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/lib/core/money/money";

/** For each list where its first row comes from, and the amount of the example. */
const LISTS = {
  invoices: { href: "/app/connections", cents: 29_750 },
  upcoming: { href: "/app/invoices", cents: 29_750 },
  requests: { href: "/app/invoices", cents: 29_750 },
  mandates: { href: "/app/contacts", cents: undefined },
  payouts: { href: "/app/upcoming", cents: 602_010 },
  returns: { href: "/app/settings/returns", cents: 29_750 },
  contacts: { href: "/app/connections", cents: undefined },
} as const;

/**
 * Shown instead of an empty list. If the whole list is empty, not only what a filter leaves of it, it says where the
 * first row comes from, and shows an example.
 */
export function EmptyList({ list, text, isWhole }: { list: keyof typeof LISTS; text: string; isWhole: boolean }) {
  const t = useTranslations("examples");
  const locale = useLocale();
  if (!isWhole) return <EmptyState text={text} />;
  const { href, cents } = LISTS[list];
  const action = (
    <Link href={href} className={buttonClass(list === "invoices" ? "primary" : "plain")}>
      {t(`${list}.action`)}
    </Link>
  );
  const example = {
    label: t("label"),
    title: t(`${list}.title`),
    detail: t(`${list}.detail`),
    amount: cents ? formatMoney(cents, locale) : undefined,
  };
  return <EmptyState text={text} action={action} example={example} />;
}
