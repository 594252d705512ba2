"use client";

import {
  BadgeCheck,
  Banknote,
  CalendarClock,
  FileSignature,
  FileSpreadsheet,
  FolderInput,
  History,
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
  /** Shown only for accounting systems with an API. */
  isOfAskedBooks?: true;
}

/** The page for exchanging files with the current accounting system, named after that system. */
export interface FilesPage {
  href: string;
  name: string;
}

type Entry = Pick<NavLink, "key" | "href" | "icon"> | (FilesPage & { key: "files"; icon: LucideIcon });

/** The pages of the signed-in area in their order. To add a page, add a line here and its name in `shell.nav`. */
const LINKS: NavLink[] = [
  { key: "dashboard", href: "/app", icon: LayoutDashboard },
  { key: "invoices", href: "/app/invoices", icon: ReceiptText },
  { key: "upcoming", href: "/app/upcoming", icon: CalendarClock },
  { key: "returns", href: "/app/returns", icon: Undo2 },
  { key: "transfer", href: "/app/transfer", icon: FolderInput, isOfAskedBooks: true },
  { key: "mandates", href: "/app/mandates", icon: FileSignature },
  { key: "contacts", href: "/app/contacts", icon: UsersRound },
  { key: "payouts", href: "/app/payouts", icon: Banknote },
  { key: "activity", href: "/app/activity", icon: History },
  { key: "emails", href: "/app/emails", icon: Mail },
  { key: "connections", href: "/app/connections", icon: PlugZap },
  { key: "subscription", href: "/app/subscription", icon: BadgeCheck },
  { key: "settings", href: "/app/settings", icon: Settings },
  { key: "account", href: "/app/account", icon: UserRound },
];

/** Inserts the page for files after the payouts, because the files contain their bookings. */
function entriesFor(files: FilesPage | undefined): Entry[] {
  return LINKS.flatMap((link): Entry[] => {
    if (files && link.isOfAskedBooks) return [];
    if (files && link.key === "payouts") return [link, { key: "files", icon: FileSpreadsheet, ...files }];
    return [link];
  });
}

/** True for the current page and for pages below it; every page is below the dashboard's address. */
function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== "/app" && pathname.startsWith(`${href}/`));
}

export function NavLinks({
  openReturns,
  files,
  onNavigate,
}: {
  openReturns: number;
  /** For an accounting system without an API. */
  files: FilesPage | undefined;
  onNavigate?: () => void;
}) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  return (
    <ul className="space-y-0.5">
      {entriesFor(files).map(({ icon: Icon, ...entry }) => (
        <li key={entry.key}>
          <Link
            href={entry.href}
            onClick={onNavigate}
            aria-current={isCurrent(entry.href, pathname) ? "page" : undefined}
            className={cx(
              "flex min-h-11 items-center gap-2.5 rounded-control px-3 transition-colors duration-150 lg:min-h-10",
              isCurrent(entry.href, pathname) ? "bg-action-soft font-medium text-action" : "text-ink hover:bg-sunken",
            )}
          >
            <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
            {entry.key === "files" ? entry.name : t(`nav.${entry.key}`)}
            {entry.key === "returns" && openReturns > 0 ? (
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
