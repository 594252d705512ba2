import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Pulse } from "@/components/live/pulse";
import { ConsentNotice } from "@/components/shell/consent-notice";
import { MobileMenu } from "@/components/shell/mobile-menu";
import { Sidebar } from "@/components/shell/sidebar";
import { SiteHeader } from "@/components/shell/site-header";
import { supportHref } from "@/components/shell/support";
import { loadFrame } from "@/lib/customers/loaders";

// Without a session the loader redirects; middleware has already sent most people to the sign-in, with their path.
export default async function AreaLayout({ children }: { children: ReactNode }) {
  const frame = await loadFrame();
  const t = await getTranslations("shell");
  const { customerId, userName, companyName, stamp } = frame;
  const shell = { userName, companyName, supportHref: await supportHref(frame) };
  return (
    <>
      <ConsentNotice />
      <SiteHeader
        home={{ href: "/app", label: t("toDashboard") }}
        supportHref={shell.supportHref}
        menu={<MobileMenu {...shell} />}
      />
      <div className="flex">
        <Sidebar shell={shell} />
        <main id="content" className="min-w-0 flex-1 px-4 py-6 sm:px-6 sm:py-8 lg:px-10">
          <div className="mx-auto max-w-6xl">{children}</div>
        </main>
      </div>
      <Pulse customerId={customerId} rendered={stamp} />
    </>
  );
}
