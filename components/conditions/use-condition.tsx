"use client";

import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { useNeedsPremium } from "@/components/action/may-change";
import { shortName } from "@/lib/core/text/sanitise";
import { savePaymentConditionsAction } from "@/lib/customers/actions";

/**
 * The remedy for an invoice whose payment condition is not chosen: adds this condition to those that mean direct debit.
 * The Standard plan allows only one, so there the new condition replaces the old one after a confirmation.
 */
export function UseCondition({ term, chosen }: { term: string; chosen: string[] }) {
  const t = useTranslations("client.conditions");
  const needsPremium = useNeedsPremium();
  const takesPlace = needsPremium && chosen.length > 0;
  return (
    <ActionButton
      gated
      action={savePaymentConditionsAction.bind(null, { conditions: takesPlace ? [term] : [...chosen, term] })}
      tone="primary"
      size="small"
      done={t("used")}
      confirmTone="primary"
      confirmation={
        takesPlace
          ? {
              title: t("replaceTitle"),
              body: (
                <p className="wrap-anywhere">
                  {t("replaceBody", { old: shortName(chosen[0] ?? ""), term: shortName(term) })}
                </p>
              ),
              confirm: t("useInstead"),
              cancel: t("discard"),
            }
          : undefined
      }
    >
      {t(takesPlace ? "useInstead" : chosen.length > 0 ? "useToo" : "use")}
    </ActionButton>
  );
}
