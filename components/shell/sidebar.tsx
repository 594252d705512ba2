import { useTranslations } from "next-intl";
import { LegalLinks } from "./legal-links";
import { type FilesPage, NavLinks } from "./nav-links";
import { SignOutButton } from "./sign-out-button";
import { TrialLine } from "./trial-line";

export interface ShellView {
  userName: string;
  companyName: string;
  supportHref: string;
  /** Present while a trial runs. */
  trialDaysLeft?: number;
  /** Number of open returns. */
  openReturns: number;
  /** For an accounting system without an API, whose data we receive as files. */
  files: FilesPage | undefined;
}

export function Sidebar({ shell }: { shell: ShellView }) {
  const t = useTranslations("shell");
  return (
    <aside
      aria-label={shell.companyName}
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-64 shrink-0 flex-col overflow-y-auto border-r bg-surface p-3 lg:flex"
    >
      <nav aria-label={t("mainNavigation")} className="mb-3">
        <NavLinks openReturns={shell.openReturns} files={shell.files} />
      </nav>
      <div className="mt-auto border-t pt-3">
        <TrialLine daysLeft={shell.trialDaysLeft} />
        <SignOutButton />
        <p className="mt-1 truncate px-3 text-sm" title={shell.companyName}>
          {shell.companyName}
        </p>
        <p className="truncate px-3 text-xs text-muted">{shell.userName}</p>
        <LegalLinks className="mt-3 flex flex-wrap gap-x-3 px-3 text-xs text-muted" />
      </div>
    </aside>
  );
}
