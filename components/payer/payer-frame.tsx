import { Lock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Name } from "@/components/format/name";
import { cx } from "@/components/ui/class-names";
import { brand } from "@/lib/core/brand";
import { type Locale, languageLabel } from "@/lib/core/locales";

/** German first, the language of most payers. */
const LANGUAGES = ["de", "en"] as const;

/**
 * The frame of the payer's page. It shows the supplier's name instead of ours, because payers have never heard of us.
 */
export async function PayerFrame({
  supplierName,
  locale,
  children,
}: {
  supplierName?: string;
  locale: Locale;
  children: ReactNode;
}) {
  const t = await getTranslations({ locale, namespace: "payer" });
  const shell = await getTranslations({ locale, namespace: "shell" });
  return (
    <div lang={locale} className="flex min-h-dvh flex-col">
      <header className="border-b bg-surface">
        <div className="mx-auto flex min-h-14 max-w-xl items-center justify-between gap-4 px-4 sm:px-6">
          <p className="min-w-0 py-2 font-semibold break-words">
            <Name text={supplierName || brand.name} />
          </p>
          <nav aria-label={t("language")} className="flex shrink-0 gap-1 text-sm">
            {LANGUAGES.map((choice) => (
              <a
                key={choice}
                href={`?lang=${choice}`}
                lang={choice}
                hrefLang={choice}
                aria-label={languageLabel(choice).name}
                aria-current={choice === locale ? "true" : undefined}
                className={cx(
                  "grid min-h-11 min-w-10 place-items-center rounded-control",
                  choice === locale
                    ? "font-semibold underline decoration-action decoration-2 underline-offset-4"
                    : "text-muted",
                )}
              >
                {languageLabel(choice).short}
              </a>
            ))}
          </nav>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-xl flex-1 px-4 py-8 sm:px-6 sm:py-12">
        {children}
      </main>
      <footer className="border-t">
        <div className="mx-auto max-w-xl px-4 py-4 text-xs text-muted sm:px-6">
          <p className="flex gap-2">
            <Lock aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-3.5 shrink-0" />
            {t("foot", { product: brand.name })}
          </p>
          <ul className="mt-1 flex gap-x-4 pl-5.5">
            {(["imprint", "privacy"] as const).map((page) => (
              <li key={page}>
                <a href={`/${page}`} className="inline-flex min-h-6 items-center underline underline-offset-2">
                  {shell(page)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </footer>
    </div>
  );
}
