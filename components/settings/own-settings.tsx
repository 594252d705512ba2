import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";

const PLACES = [
  { key: "twoFactor", href: "/app/account/security#two-factor" },
  { key: "passkeys", href: "/app/account/security#passkeys" },
  { key: "emails", href: "/app/account#email-preferences" },
] as const;

/** Links to a person's own settings. These are part of their account, but people look for them here. */
export function OwnSettings() {
  const t = useTranslations("settings.own");
  return (
    <ul className="divide-y">
      {PLACES.map(({ key, href }) => (
        <li key={key} className="relative flex items-center gap-4 px-4 py-3 hover:bg-sunken sm:px-6">
          <span className="min-w-0 flex-1">
            <Link
              href={href}
              className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-action"
            >
              {t(`${key}.label`)}
            </Link>
            <span className="block text-sm text-muted">{t(`${key}.text`)}</span>
          </span>
          <ChevronRight aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-muted" />
        </li>
      ))}
    </ul>
  );
}
