import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ConsentNotice } from "@/components/shell/consent-notice";
import { SiteFooter } from "@/components/shell/site-footer";
import { SiteHeader } from "@/components/shell/site-header";
import { supportHref } from "@/components/shell/support";

/** The frame of the sign-in pages: the form on the left and, on wide screens, a picture on the right. */
export async function SignInFrame({ hero, children }: { hero: ReactNode; children: ReactNode }) {
  const t = await getTranslations("shell");
  return (
    <div className="flex min-h-dvh flex-col">
      <ConsentNotice />
      <SiteHeader home={{ href: "/login", label: t("toStart") }} supportHref={await supportHref(undefined)} />
      <div className="grid flex-1 lg:grid-cols-2">
        <div className="flex flex-col bg-surface px-4 sm:px-10">
          <main id="content" className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
            {children}
          </main>
          <SiteFooter className="mx-auto w-full max-w-sm py-5" />
        </div>
        <aside id="hero" className="hidden border-l bg-paper lg:block">
          {/* Stays visible next to a form that is longer than the window. */}
          <div className="sticky top-14 flex min-h-[calc(100dvh-3.5rem)] items-center justify-center px-12 py-8">
            {hero}
          </div>
        </aside>
      </div>
    </div>
  );
}
