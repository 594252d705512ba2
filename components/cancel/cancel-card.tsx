"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { OfferCard, type OfferProps } from "./offer-card";
import { useDayText } from "./use-day-text";

/**
 * The card that cancels the subscription. It needs no further question: it names the last day of the subscription, and
 * the button names the action.
 */
export function CancelCard({
  endsAt,
  isUnpaid,
  decide,
  busy,
  disabled,
}: OfferProps & { endsAt?: string; isUnpaid: boolean }) {
  const t = useTranslations("cancel.leave");
  const dayText = useDayText();
  return (
    <OfferCard
      title={t("title")}
      text={isUnpaid ? t("textUnpaid") : endsAt ? t("text", { day: dayText(endsAt) }) : t("textPlain")}
      action={
        <Button tone="danger" busy={busy} disabled={disabled} onClick={() => decide("cancel")}>
          {endsAt ? t("button", { day: dayText(endsAt) }) : t("buttonPlain")}
        </Button>
      }
    />
  );
}
