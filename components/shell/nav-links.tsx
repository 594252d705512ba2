"use client";

import { Banknote, CircleUserRound, FileSignature, LayoutDashboard, PlugZap, ReceiptText } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/class-names";

const LINKS = [
  { key: "dashboard", href: "/app", icon: LayoutDashboard },
  { key: "invoices", href: "/app/invoices", icon: ReceiptText },
  { key: "mandates", href: "/app/mandates", icon: FileSignature },
  { key: "payouts", href: "/app/payouts", icon: Banknote },
  { key: "connections", href: "/app/connections", icon: PlugZap },
  { key: "account", href: "/app/account", icon: CircleUserRound },
] as const;

export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  return (
    <ul className="space-y-0.5">
      {LINKS.map(({ key, href, icon: Icon }) => {
        const isCurrent = href === "/app" ? pathname === href : pathname.startsWith(href);
        return (
          <li key={key}>
            <Link
              href={href}
              onClick={onNavigate}
              aria-current={isCurrent ? "page" : undefined}
              className={cx(
                "flex min-h-11 items-center gap-3 rounded-control px-3 transition-colors duration-150 lg:min-h-10",
                isCurrent ? "bg-action-soft font-medium text-action" : "text-ink hover:bg-sunken",
              )}
            >
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
              {t(`nav.${key}`)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
