import { CircleHelp, Images, LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Logo, LogoMark } from "@/components/brand/logo";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { brand } from "@/lib/core/brand";
import { LanguageSwitch } from "./language-switch";
import { ThemeSwitch } from "./theme-switch";

const HELP_LINKS = [
  { key: "help", href: "/faq", icon: CircleHelp },
  { key: "tour", href: "/faq#tour", icon: Images },
] as const;

/** The header of all pages except the payer's. Signed-in pages pass a `menu`, the others an `entrance`. */
export function SiteHeader({
  home,
  supportHref,
  menu,
  tools,
  entrance,
}: {
  home: { href: string; label: string };
  supportHref: string;
  menu?: ReactNode;
  /** The search and the bell, on signed-in pages only. */
  tools?: ReactNode;
  entrance?: ReactNode;
}) {
  const t = useTranslations("shell");
  return (
    <header className="sticky top-0 z-30 border-b bg-surface">
      <div className="flex h-14 items-center gap-2 px-4 sm:px-6">
        {menu}
        <Link
          href={home.href}
          className="flex min-h-11 items-center rounded-control"
          aria-label={`${brand.name}: ${home.label}`}
        >
          {/* On a phone the tools need the room of the name. */}
          {tools ? <LogoMark className="sm:hidden" /> : null}
          <Logo className={tools ? "max-sm:hidden" : undefined} />
        </Link>
        <div className="ml-auto flex items-center gap-0.5 sm:gap-1">
          {tools}
          <nav aria-label={t("helpNavigation")} className="hidden items-center gap-0.5 md:flex">
            {HELP_LINKS.map(({ key, href, icon: Icon }) => (
              <Link
                key={key}
                href={href}
                className="flex min-h-9 items-center gap-2 rounded-control px-3 text-sm text-muted hover:bg-sunken hover:text-ink"
              >
                <Icon aria-hidden="true" strokeWidth={1.5} className="size-4" />
                {t(key)}
              </Link>
            ))}
          </nav>
          <a href={supportHref} className={buttonClass("plain", "small", "mx-2 max-md:hidden")}>
            <LifeBuoy aria-hidden="true" strokeWidth={1.5} className="size-4" />
            {t("support")}
          </a>
          <a
            href={supportHref}
            aria-label={t("support")}
            title={t("support")}
            className="grid size-11 place-items-center rounded-control text-muted hover:bg-sunken md:hidden"
          >
            <LifeBuoy aria-hidden="true" strokeWidth={1.5} className="size-5" />
          </a>
          {/* Next to an entrance a phone has no room for both, and the device's own colours are good enough. */}
          <div className={entrance ? "max-md:hidden" : undefined}>
            <ThemeSwitch />
          </div>
          <LanguageSwitch />
          {entrance}
        </div>
      </div>
    </header>
  );
}
