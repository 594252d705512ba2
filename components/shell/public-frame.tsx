import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Logo } from "@/components/brand/logo";
import { brand } from "@/lib/core/brand";
import { LanguageSwitch } from "./language-switch";

/** Pages that need no sign-in: the mark, one column, a quiet foot. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between border-b bg-surface px-4 sm:px-6">
        <Link href="/" className="flex min-h-11 items-center rounded-control" aria-label={t("toStart")}>
          <Logo />
        </Link>
        <LanguageSwitch />
      </header>
      <main id="content" className="mx-auto w-full max-w-2xl flex-1 px-4 py-10 sm:px-6 sm:py-16">
        {children}
      </main>
      <footer className="border-t py-4 text-sm text-muted">
        <div className="mx-auto flex max-w-2xl flex-wrap gap-x-6 gap-y-1 px-4 sm:px-6">
          <span>{brand.name}</span>
          <Link href="/faq" className="underline underline-offset-2 hover:text-ink">
            {t("help")}
          </Link>
          <a href={`mailto:${brand.supportEmail}`} className="underline underline-offset-2 hover:text-ink">
            {brand.supportEmail}
          </a>
        </div>
      </footer>
    </div>
  );
}
