import { getTranslations } from "next-intl/server";
import { type ReactNode, Suspense } from "react";
import { MayChangeProvider } from "@/components/action/may-change";
import { UnprovenBanner } from "@/components/address/unproven-banner";
import { LoadingBar } from "@/components/live/loading-bar";
import { PageWait } from "@/components/live/page-wait";
import { Pulse } from "@/components/live/pulse";
import { ProofProvider } from "@/components/proof/proof";
import { SearchButton } from "@/components/search/search-button";
import { Bell } from "@/components/shell/bell";
import { ConsentNotice } from "@/components/shell/consent-notice";
import { MobileMenu } from "@/components/shell/mobile-menu";
import { Sidebar } from "@/components/shell/sidebar";
import { SiteHeader } from "@/components/shell/site-header";
import { supportHref } from "@/components/shell/support";
import { EntitlementBanner } from "@/components/subscription/entitlement-banner";
import { TrialPopup } from "@/components/subscription/trial-popup";
import { UpgradeProvider } from "@/components/subscription/upgrade";
import { Banner } from "@/components/ui/banner";
import { UnsavedGuard } from "@/components/ui/unsaved-guard";
import { loadUnprovenAddress } from "@/lib/accounts/loaders";
import { loadFrame } from "@/lib/customers/loaders";
import { loadTrial, loadTrialNews } from "@/lib/subscriptions/loaders";
import { filesPageOf } from "@/lib/vendors/rules";
import { vendorName } from "@/lib/vendors/types";

// Without a session the loader redirects; the middleware has already sent most people to the sign-in, with their path.
export default async function AreaLayout({ children }: { children: ReactNode }) {
  const frame = await loadFrame();
  const [t, common, trial, news, unproven] = await Promise.all([
    getTranslations("shell"),
    getTranslations("common"),
    loadTrial(),
    loadTrialNews(),
    loadUnprovenAddress(),
  ]);
  const { customerId, userName, companyName, mayChange, isOwner, entitlement, stamp, openReturns } = frame;
  const supportLink = await supportHref(frame);
  const filesPage = filesPageOf(frame.integration);
  const shell = {
    ...{ userName, companyName, openReturns },
    files: filesPage ? { href: filesPage, name: vendorName(frame.integration) ?? "" } : undefined,
    supportHref: supportLink,
    trialDaysLeft: trial?.daysLeft,
  };
  const isNewcomer = entitlement.lock === "no_contract" && frame.contractType === undefined;
  return (
    <>
      <ConsentNotice />
      <SiteHeader
        home={{ href: "/app", label: t("toDashboard") }}
        supportHref={shell.supportHref}
        menu={<MobileMenu {...shell} />}
        tools={
          <>
            <SearchButton />
            <Bell unread={frame.unreadNotices} />
          </>
        }
      />
      <div className="flex">
        <Sidebar shell={shell} />
        <main id="content" className="min-w-0 flex-1 px-4 py-6 sm:px-6 sm:py-8 lg:px-10">
          <Suspense>
            <LoadingBar label={common("loading")} />
          </Suspense>
          <div className="mx-auto max-w-6xl">
            {mayChange ? null : (
              <div className="mb-6">
                <Banner tone="quiet" title={t("readOnlyTitle")}>
                  {t("readOnlyText")}
                </Banner>
              </div>
            )}
            <EntitlementBanner view={{ entitlement, isOwner, isNewcomer, supportHref: shell.supportHref }} />
            <MayChangeProvider
              mayChange={mayChange}
              isOwner={isOwner}
              isLocked={!entitlement.isActive}
              isPremium={entitlement.isPremium}
            >
              <UpgradeProvider mayOrder={isOwner}>
                <ProofProvider>
                  {unproven ? (
                    <div className="mb-6">
                      <UnprovenBanner email={unproven} />
                    </div>
                  ) : null}
                  <PageWait label={common("loading")}>{children}</PageWait>
                </ProofProvider>
              </UpgradeProvider>
            </MayChangeProvider>
          </div>
        </main>
      </div>
      {isOwner && news ? <TrialPopup key={news.occasion} {...news} owner={customerId} /> : null}
      <UnsavedGuard />
      <Pulse customerId={customerId} rendered={stamp} />
    </>
  );
}
