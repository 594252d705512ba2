"use client";

import { useTranslations } from "next-intl";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { openOrderAction } from "@/lib/subscriptions/actions";

/** Opens Stripe's page, where the person enters an account or card and places the order. */
export function OrderButton({ hasTrial }: { hasTrial: boolean }) {
  const t = useTranslations("onboarding.order");
  const { busy, refusal, run } = useAction<{ url: string }>();
  return (
    <div>
      <Button
        tone="primary"
        busy={busy}
        className="max-sm:w-full"
        onClick={() =>
          run(
            () => openOrderAction({ returnPath: "/app/onboard" }),
            ({ url }) => window.location.assign(url),
          )
        }
      >
        {t(hasTrial ? "orderTrial" : "order")}
      </Button>
      <p className="mt-2 text-sm text-muted">{t("leadsToStripe")}</p>
      <RefusalText refusal={refusal} />
    </div>
  );
}
