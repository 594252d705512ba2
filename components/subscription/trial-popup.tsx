"use client";

import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useRouter } from "@/components/ui/use-router";
import { dayOf, formatDay } from "@/lib/core/time/dates";
import { openPortalAction } from "@/lib/subscriptions/actions";
import { PLANS_PATH, SUBSCRIPTION_PATH } from "./places";

export type TrialNews =
  | { kind: "ending"; daysLeft: number; endsAt: string; hasPaymentMethod: boolean }
  | { kind: "ended" };

/**
 * Says on arrival that the trial is about to end, or has ended. Each `occasion` appears once per supplier in this
 * browser. It never covers the page of the subscription, which shows the same.
 */
export function TrialPopup({ news, owner, occasion }: { news: TrialNews; owner: string; occasion: string }) {
  const router = useRouter();
  const pathname = usePathname();
  const t = useTranslations("client.trial");
  const [open, setOpen] = useState(false);
  const { busy, refusal, run } = useAction<{ url: string }>();
  const isElsewhere = pathname !== SUBSCRIPTION_PATH;
  const key = `einzug.trial-${news.kind}.${owner}`;
  useEffect(() => {
    if (isElsewhere && window.localStorage.getItem(key) !== occasion) setOpen(true);
  }, [isElsewhere, key, occasion]);

  function close(): void {
    window.localStorage.setItem(key, occasion);
    setOpen(false);
  }

  function proceed(): void {
    if (news.kind === "ending" && !news.hasPaymentMethod) {
      const open = () => openPortalAction({ kind: "payment_method" });
      run(open, ({ url }) => {
        close();
        window.location.assign(url);
      });
      return;
    }
    close();
    router.push(news.kind === "ended" ? PLANS_PATH : SUBSCRIPTION_PATH);
  }

  const texts = useTexts(news);
  return (
    <ConfirmDialog
      open={open && isElsewhere}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      tone="primary"
      busy={busy}
      problem={<RefusalText refusal={refusal} />}
      confirmation={{ ...texts, cancel: t("later") }}
      onConfirm={proceed}
    />
  );
}

function useTexts(news: TrialNews) {
  const t = useTranslations("client.trial");
  const locale = useLocale();
  if (news.kind === "ended") return { title: t("endedTitle"), body: <p>{t("endedText")}</p>, confirm: t("choosePlan") };
  const day = formatDay(dayOf(new Date(news.endsAt)), locale, true);
  const { daysLeft: days, hasPaymentMethod } = news;
  return {
    title: t("endingTitle", { days }),
    body: <p>{t(hasPaymentMethod ? "endingPaid" : "endingUnpaid", { day })}</p>,
    confirm: t(hasPaymentMethod ? "look" : "addMethod"),
  };
}
