import { useTranslations } from "next-intl";
import type { ShellView } from "./app-header";
import { NavLinks } from "./nav-links";
import { SignOutButton } from "./sign-out-button";

export function Sidebar({ shell }: { shell: ShellView }) {
  const t = useTranslations("shell");
  return (
    <aside
      aria-label={shell.companyName}
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 flex-col border-r bg-surface p-3 lg:flex"
    >
      <nav aria-label={t("mainNavigation")}>
        <NavLinks />
      </nav>
      <div className="mt-auto border-t pt-3">
        <SignOutButton />
        <p className="mt-1 truncate px-3 text-sm" title={shell.companyName}>
          {shell.companyName}
        </p>
        <p className="truncate px-3 text-xs text-muted">{shell.userName}</p>
      </div>
    </aside>
  );
}
