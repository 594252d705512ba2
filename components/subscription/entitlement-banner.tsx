import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { Tone } from "@/components/ui/pill";
import type { Entitlement, LockReason } from "@/lib/subscriptions/types";
import { HiddenOn } from "./hidden-on";
import { PLANS_PATH } from "./places";
import { PortalButton } from "./portal-button";

export interface EntitlementView {
  entitlement: Entitlement;
  isOwner: boolean;
  /** True if nothing was ever ordered; the first steps then lead to a plan. */
  isNewcomer: boolean;
  supportHref: string;
}

const TONES: Record<LockReason, Tone> = {
  no_contract: "info",
  incomplete: "bad",
  paused: "wait",
  unpaid: "bad",
  ended: "wait",
  reversed: "bad",
};

/**
 * The banner above every page: says why the contract is locked, or that a payment is overdue, and offers the one
 * remedy.
 */
export function EntitlementBanner({ view }: { view: EntitlementView }) {
  const t = useTranslations("subscription");
  const { lock, isOverdue } = view.entitlement;
  if (!lock && !isOverdue) return null;
  const paths = view.isNewcomer ? ["/app/onboard"] : [];
  return (
    <HiddenOn paths={paths}>
      <div className="mb-6">
        <Banner
          tone={lock ? TONES[lock] : "wait"}
          title={t(lock ? `lock.${lock}.title` : "overdue.title")}
          action={view.isOwner ? <Remedy view={view} /> : undefined}
        >
          {t(lock ? `lock.${lock}.text` : "overdue.text")}
          {lock && lock !== "no_contract" ? <> {t("underWay")}</> : null}
          {view.isOwner ? null : <> {t("askOwner")}</>}
        </Banner>
      </div>
    </HiddenOn>
  );
}

function Remedy({ view }: { view: EntitlementView }) {
  const t = useTranslations("subscription.remedy");
  const to = (href: string, text: ReactNode) => (
    <Link href={href} className={buttonClass("plain", "small")}>
      {text}
    </Link>
  );
  switch (view.entitlement.lock) {
    case "no_contract":
      return view.isNewcomer ? to("/app/onboard", t("firstSteps")) : to(PLANS_PATH, t("choosePlan"));
    case "ended":
      return to(PLANS_PATH, t("choosePlan"));
    case "paused":
    case "reversed":
      return (
        <a href={view.supportHref} className={buttonClass("plain", "small")}>
          {t("support")}
        </a>
      );
    default:
      return <PortalButton kind="payment_method">{t("payment")}</PortalButton>;
  }
}
