import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { CustomerFrame } from "@/lib/customers/loaders";
import { ConsentNotice } from "./consent-notice";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { supportHref } from "./support";

/**
 * The frame of pages that need no sign-in: one column and a plain footer. A `visitor` who is signed in gets a link to
 * the dashboard, others one to the sign-in page. Set `hasEntrance` to false for a page without either.
 */
export async function PublicFrame({
  visitor,
  hasEntrance = true,
  children,
}: {
  visitor?: CustomerFrame;
  hasEntrance?: boolean;
  children: ReactNode;
}) {
  const t = await getTranslations("shell");
  const entrance = hasEntrance ? (
    <Link href={visitor ? "/app" : "/login"} className={buttonClass("plain", "small", "ml-1")}>
      {visitor ? t("nav.dashboard") : t("signIn")}
    </Link>
  ) : undefined;
  return (
    <div className="flex min-h-dvh flex-col">
      <ConsentNotice />
      <SiteHeader
        home={{ href: "/", label: t("toStart") }}
        supportHref={await supportHref(visitor)}
        entrance={entrance}
      />
      <main id="content" className="mx-auto w-full max-w-3xl flex-1 px-4 py-10 sm:px-6 sm:py-14">
        {children}
      </main>
      <div className="border-t py-5">
        <SiteFooter className="mx-auto max-w-3xl px-4 sm:px-6" />
      </div>
    </div>
  );
}
