"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { say } from "@/components/ui/toast";
import { sendProofAgainAction } from "@/lib/accounts/address/actions";
import { AddressForm } from "./address-form";

/**
 * Shown above every page until the person has confirmed their e-mail address. It also disappears when they confirm in
 * another tab.
 */
export function UnprovenBanner({ email }: { email: string }) {
  const t = useTranslations("client.unproven");
  const { busy, refusal, run } = useAction<void>();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Banner
      tone="wait"
      title={<span className="wrap-anywhere">{t("title", { email })}</span>}
      action={
        isChanging ? undefined : (
          <>
            <Button
              size="small"
              busy={busy}
              onClick={() =>
                run(
                  () => sendProofAgainAction({}),
                  () => say(t("sent", { email })),
                )
              }
            >
              {t("again")}
            </Button>
            <Button size="small" disabled={busy} onClick={() => setIsChanging(true)}>
              {t("other")}
            </Button>
          </>
        )
      }
    >
      <p>{t("text")}</p>
      <RefusalText refusal={refusal} />
      {isChanging ? (
        <AddressForm
          onCancel={() => setIsChanging(false)}
          onDone={(changed) => {
            setIsChanging(false);
            say(t("changed", { email: changed }));
          }}
        />
      ) : null}
    </Banner>
  );
}
