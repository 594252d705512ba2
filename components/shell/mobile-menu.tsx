"use client";

import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Sheet } from "@/components/ui/sheet";
import { LegalLinks } from "./legal-links";
import { NavLinks } from "./nav-links";
import type { ShellView } from "./sidebar";
import { SignOutButton } from "./sign-out-button";
import { TrialLine } from "./trial-line";

export function MobileMenu({ userName, companyName, supportHref, trialDaysLeft, openReturns, files }: ShellView) {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const link = "flex min-h-11 items-center rounded-control px-3 hover:bg-sunken";
  return (
    <>
      <button
        type="button"
        aria-label={t("menu")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="-ml-2 grid size-11 place-items-center rounded-control hover:bg-sunken lg:hidden"
      >
        <Menu aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t("menu")} closeLabel={t("close")} side="left">
        <nav aria-label={t("mainNavigation")} className="flex flex-1 flex-col p-3">
          <NavLinks openReturns={openReturns} files={files} onNavigate={close} />
          <div className="mt-auto space-y-0.5 border-t pt-3">
            <TrialLine daysLeft={trialDaysLeft} onNavigate={close} />
            <a href="/faq" className={link}>
              {t("help")}
            </a>
            <a href="/faq#tour" className={link}>
              {t("tour")}
            </a>
            <a href={supportHref} className={link}>
              {t("support")}
            </a>
            <SignOutButton />
            <p className="truncate px-3 pt-2 text-sm text-muted">
              {userName} · {companyName}
            </p>
            <LegalLinks onNavigate={close} className="flex flex-wrap gap-x-4 px-3 py-2 text-sm text-muted" />
          </div>
        </nav>
      </Sheet>
    </>
  );
}
