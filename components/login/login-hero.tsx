import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { LedgerHero } from "./ledger-hero";

const HIGHLIGHTS = ["connect", "reasons", "payouts"] as const;

/** Next to the sign-in form: the example ledger and the main advantages. */
export function LoginHero() {
  const t = useTranslations("hero.login");
  return (
    <div className="w-full max-w-md">
      <LedgerHero />
      <ul className="mt-6 space-y-2.5 border-t pt-6 text-sm">
        {HIGHLIGHTS.map((key) => (
          <li key={key} className="flex gap-3">
            <Check aria-hidden="true" strokeWidth={2} className="mt-0.5 size-4 shrink-0 text-action" />
            {t(key)}
          </li>
        ))}
      </ul>
    </div>
  );
}
