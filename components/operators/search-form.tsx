import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { formatInstant } from "@/lib/core/time/dates";
import type { Match } from "@/lib/operations/types";

/** A plain form, so that the result has an address that can be shared. */
export function SearchForm({ text }: { text: string }) {
  const t = useTranslations("operators.search");
  return (
    <form action="/operators" className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Field id="trail-search" name="q" label={t("label")} defaultValue={text} autoComplete="off" required />
      <Button type="submit" tone="primary">
        {t("go")}
      </Button>
      <p className="text-sm text-muted sm:col-span-2">{t("hint")}</p>
    </form>
  );
}

/** Lists the suppliers that have this invoice number. Nothing else is shown until one is chosen. */
export function MatchList({ text, matches }: { text: string; matches: Match[] }) {
  const t = useTranslations("operators.search");
  const locale = useLocale();
  if (matches.length === 0) return <p>{t("none", { text })}</p>;
  return (
    <>
      <p>{t("several")}</p>
      <ul className="mt-2 divide-y">
        {matches.map((match) => (
          <li key={match.invoiceId} className="flex flex-wrap items-baseline gap-x-4 py-1">
            <Link
              href={`/operators?q=${match.invoiceId}`}
              prefetch={false}
              className="inline-flex min-h-11 items-center text-action underline underline-offset-2 wrap-anywhere sm:min-h-8"
            >
              {match.invoiceId}
            </Link>
            <span className="text-sm text-muted tabular-nums wrap-anywhere">{match.customerId}</span>
            <span className="text-sm text-muted">
              {t("created", { at: formatInstant(new Date(match.createdAt), locale) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
