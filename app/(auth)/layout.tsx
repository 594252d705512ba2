import type { ReactNode } from "react";
import { Logo } from "@/components/brand/logo";
import { LedgerHero } from "@/components/login/ledger-hero";
import { LanguageSwitch } from "@/components/shell/language-switch";

export default function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col bg-surface px-4 py-4 sm:px-10 sm:py-6">
        <header className="flex items-center justify-between">
          <Logo />
          <LanguageSwitch />
        </header>
        <main id="content" className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          {children}
        </main>
      </div>
      <aside className="hidden items-center justify-center border-l bg-paper p-12 lg:flex">
        <LedgerHero />
      </aside>
    </div>
  );
}
