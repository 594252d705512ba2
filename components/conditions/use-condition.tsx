"use client";

import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { useNeedsPremium } from "@/components/action/may-change";
import { shortName } from "@/lib/core/tame-text";
import { savePaymentConditionsAction } from "@/lib/customers/actions";

/**
 * The remedy for an invoice whose payment condition is none of the chosen: to mean direct debit by it too. With the
 * Standard plan there is one condition only, so the new one takes the place of the other, after a question.
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
