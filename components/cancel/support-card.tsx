"use client";

import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import type { CancelAction, CancelReason } from "@/lib/subscriptions/cancel/rules";
import { OfferCard } from "./offer-card";

/** Opens a mail draft to the support that already says who writes and why. It calls no server action. */
export function SupportCard({
  reason,
  email,
  customerId,
  onOpen,
}: {
  reason: CancelReason;
  email: string;
  customerId: string;
  onOpen: (action: CancelAction) => void;
}) {
  const t = useTranslations("cancel");
  const subject = t("contact.subject", { customerId });
  const body = t("contact.body", { reason: t(`reasons.${reason}.title`) });
  const href = `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return (
    <OfferCard
      title={t(`contact.title.${reason === "missing_features" ? "missing_features" : "other"}`)}
      text={t("contact.text", { email })}
      action={
        <a href={href} className={buttonClass("plain")} onClick={() => onOpen("contact_support")}>
          {t("contact.button")}
        </a>
      }
    />
  );
}
