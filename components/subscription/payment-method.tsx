import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import type { SubscriptionPage } from "@/lib/subscriptions/loaders";
import { PortalButton } from "./portal-button";

type Method = NonNullable<SubscriptionPage["paymentMethod"]>;

/** Shows the payment method and whether it is still valid, and lets owners change it. */
export function PaymentMethod({ subscription, isOwner }: { subscription: SubscriptionPage; isOwner: boolean }) {
  const t = useTranslations("subscription.method");
  const { paymentMethod: method, hasAccount } = subscription;
  return (
    <>
      {method ? <Known method={method} /> : <p className="text-muted">{t(hasAccount ? "none" : "withOrder")}</p>}
      {isOwner && hasAccount ? (
        <div className="mt-4">
          <PortalButton kind="payment_method">{t(method ? "change" : "add")}</PortalButton>
        </div>
      ) : null}
    </>
  );
}

function Known({ method }: { method: Method }) {
  const t = useTranslations("subscription.method");
  const { kind, last4, state, expMonth, expYear } = method;
  const valid = expMonth && expYear ? { month: String(expMonth).padStart(2, "0"), year: String(expYear) } : undefined;
  return (
    <>
      <p className="font-medium">
        {kind === "card"
          ? t("card", { brand: brandName(method.brand), last4 })
          : t(kind === "sepa_debit" ? "sepa" : "other", { last4 })}
      </p>
      {valid && state === "valid" ? (
        <p className="mt-0.5 text-sm text-muted tabular-nums">{t("expires", valid)}</p>
      ) : null}
      {valid && state !== "valid" ? (
        <div className="mt-3">
          <Banner tone={state === "expired" ? "bad" : "wait"} title={t(state)}>
            {t(`${state}Text`, valid)}
          </Banner>
        </div>
      ) : null}
    </>
  );
}

/** Capitalises the brand of a card, which comes in lower case, e.g. `visa`. */
function brandName(brand: string | null): string {
  return brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : "";
}
