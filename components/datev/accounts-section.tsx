import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import type { DatevAccount } from "@/lib/datev/account/loaders";

const SHOWN = 6;

/** For a person who works for several suppliers: all suppliers' files for a month, in one archive. */
export function AccountsSection({ accounts }: { accounts: DatevAccount[] }) {
  const t = useTranslations("datev.accounts");
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const months = [...new Set(accounts.flatMap((account) => account.months))].sort().reverse().slice(0, SHOWN);
  if (months.length === 0) return <p className="text-muted">{t("empty", { count: accounts.length })}</p>;
  return (
    <ul className="-my-3 divide-y">
      {months.map((month) => {
        const withFiles = accounts.filter((account) => account.months.includes(month));
        return (
          <li key={month} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-medium">{format.format(new Date(`${month}-01T00:00:00Z`))}</p>
              <p className="text-sm wrap-anywhere text-muted">
                {t("of", { count: withFiles.length, total: accounts.length })}
              </p>
            </div>
            <a href={`/app/datev/accounts/${month}`} className={buttonClass("plain", "small")} download>
              {t("download")}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
