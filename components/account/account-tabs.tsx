"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

const TABS = [
  { key: "profile", href: "/app/account" },
  { key: "security", href: "/app/account/security" },
  { key: "team", href: "/app/account/team" },
  { key: "data", href: "/app/account/data" },
] as const;

/** The tabs of the account area. They are links, so that each page has its own address. */
export function AccountTabs() {
  const t = useTranslations("account");
  const pathname = usePathname();
  return (
    <nav aria-label={t("nav")} className="mb-6 border-b sm:mb-8">
      <ul className="-mb-px flex overflow-x-auto [scrollbar-width:none] max-sm:justify-between sm:gap-6">
        {TABS.map(({ key, href }) => {
          const isCurrent = pathname === href;
          return (
            <li key={key}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "flex min-h-11 items-center border-b-2 px-1 sm:px-0 -outline-offset-2 transition-colors duration-150",
                  isCurrent
                    ? "border-action font-medium text-action"
                    : "border-transparent text-muted hover:border-edge hover:text-ink",
                )}
              >
                {t(`tabs.${key}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
