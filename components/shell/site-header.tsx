import { CircleHelp, LifeBuoy } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Logo } from "@/components/brand/logo";
import { LanguageSwitch } from "./language-switch";
import { MobileMenu } from "./mobile-menu";
import { ThemeSwitch } from "./theme-switch";

export interface ShellView {
  userName: string;
  companyName: string;
  supportHref: string;
}

export function AppHeader({ shell }: { shell: ShellView }) {
  const t = useTranslations("shell");
  const link =
    "hidden min-h-9 items-center gap-2 rounded-control px-3 text-sm text-muted hover:bg-sunken hover:text-ink md:flex";
  return (
    <header className="sticky top-0 z-30 border-b bg-surface">
      <div className="flex h-14 items-center gap-2 px-4 sm:px-6">
        <MobileMenu {...shell} />
        <Link href="/app" className="flex min-h-11 items-center rounded-control" aria-label={t("toDashboard")}>
          <Logo />
        </Link>
        <div className="ml-auto flex items-center gap-0.5">
          <Link href="/faq" className={link}>
            <CircleHelp aria-hidden="true" strokeWidth={1.5} className="size-4" />
            {t("help")}
          </Link>
          <a href={shell.supportHref} className={link}>
            <LifeBuoy aria-hidden="true" strokeWidth={1.5} className="size-4" />
            {t("support")}
          </a>
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </div>
    </header>
  );
}
