import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ConsentNotice } from "@/components/shell/consent-notice";
import { SiteFooter } from "@/components/shell/site-footer";
import { SiteHeader } from "@/components/shell/site-header";
import { supportHref } from "@/components/shell/support";
import { loadFrame } from "@/lib/customers/loaders";

/**
 * The frame of the operators' pages. It is separate from the suppliers' area, because these pages belong to no account.
 */
export default async function OperatorsLayout({ children }: { children: ReactNode }) {
  const [frame, t] = await Promise.all([loadFrame(), getTranslations("shell")]);
  return (
    <div className="flex min-h-dvh flex-col">
      <ConsentNotice />
      <SiteHeader home={{ href: "/app", label: t("toDashboard") }} supportHref={await supportHref(frame)} />
      <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        {children}
      </main>
      <div className="border-t py-5">
        <SiteFooter className="mx-auto max-w-6xl px-4 sm:px-6" />
      </div>
    </div>
  );
}
