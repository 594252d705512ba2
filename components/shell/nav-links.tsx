"use client";

import {
  BadgeCheck,
  Banknote,
  CalendarClock,
  FileSignature,
  FileSpreadsheet,
  FolderInput,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  PlugZap,
  ReceiptText,
  Settings,
  Undo2,
  UserRound,
  UsersRound,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import type messages from "@/messages/en.json";

interface NavLink {
  key: keyof typeof messages.shell.nav;
  href: string;
  icon: LucideIcon;
  /** Only with books that can be asked, or only with those that go by file. */
  books?: "asked" | "file";
}

/** The pages of the signed-in area in their order; a page is added by its line here and its name in `shell.nav`. */
const LINKS: NavLink[] = [
  { key: "dashboard", href: "/app", icon: LayoutDashboard },
  { key: "invoices", href: "/app/invoices", icon: ReceiptText },
  { key: "upcoming", href: "/app/upcoming", icon: CalendarClock },
  { key: "returns", href: "/app/returns", icon: Undo2 },
  { key: "transfer", href: "/app/transfer", icon: FolderInput, books: "asked" },
  { key: "mandates", href: "/app/mandates", icon: FileSignature },
  { key: "contacts", href: "/app/contacts", icon: UsersRound },
  { key: "payouts", href: "/app/payouts", icon: Banknote },
  { key: "datev", href: "/app/datev", icon: FileSpreadsheet, books: "file" },
  { key: "emails", href: "/app/emails", icon: Mail },
  { key: "connections", href: "/app/connections", icon: PlugZap },
  { key: "subscription", href: "/app/subscription", icon: BadgeCheck },
  { key: "settings", href: "/app/settings", icon: Settings },
  { key: "account", href: "/app/account", icon: UserRound },
];

/** The current page, or a page below it; every page is below the dashboard's address. */
function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== "/app" && pathname.startsWith(`${href}/`));
}

export function NavLinks({
  openReturns,
  goesByFile,
  onNavigate,
}: {
  openReturns: number;
  /** The books in use cannot be asked. */
  goesByFile: boolean;
  onNavigate?: () => void;
}) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  return (
    <ul className="space-y-0.5">
      {LINKS.filter(({ books }) => !books || (books === "file") === goesByFile).map(({ key, href, icon: Icon }) => (
        <li key={key}>
          <Link
            href={href}
            onClick={onNavigate}
            aria-current={isCurrent(href, pathname) ? "page" : undefined}
            className={cx(
              "flex min-h-11 items-center gap-2.5 rounded-control px-3 transition-colors duration-150 lg:min-h-10",
              isCurrent(href, pathname) ? "bg-action-soft font-medium text-action" : "text-ink hover:bg-sunken",
            )}
          >
            <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
            {t(`nav.${key}`)}
            {key === "returns" && openReturns > 0 ? (
              <span className="figure -mr-2 ml-auto rounded-full bg-bad-soft px-1.5 py-0.5 text-xs font-medium text-bad">
                <span aria-hidden="true">{openReturns > 99 ? "99+" : openReturns}</span>
                <span className="sr-only">{t("openReturns", { count: openReturns })}</span>
              </span>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
