"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Pill } from "@/components/ui/pill";
import { setUpTwoFactorAction } from "@/lib/accounts/actions";
import { formatInstant } from "@/lib/core/time/dates";
import { RecoveryCodes } from "./recovery-codes";
import { TwoFactorOff } from "./two-factor-off";
import { type TwoFactorSecret, TwoFactorSetup } from "./two-factor-setup";

/**
 * From this number of unused recovery codes down the page warns the person, so that they make new ones before they lose
 * the phone.
 */
const FEW_CODES = 3;

export interface TwoFactorProps {
  email: string;
  /** ISO instant; null while the second factor is off. */
  enabledAt: string | null;
  codesLeft: number;
}

/** Shows the second factor in its four states: off, being set up, new recovery codes to save, or on. */
export function TwoFactor({ email, enabledAt, codesLeft }: TwoFactorProps) {
  const t = useTranslations("account.twoFactor");
  const { busy, refusal, run } = useAction<TwoFactorSecret>();
  const [secret, setSecret] = useState<TwoFactorSecret>();
  const [newCodes, setNewCodes] = useState<string[]>();
  if (newCodes) return <RecoveryCodes codes={newCodes} email={email} onKept={() => setNewCodes(undefined)} />;
  if (enabledAt) return <EnabledView enabledAt={enabledAt} codesLeft={codesLeft} />;
  if (secret)
    return (
      <TwoFactorSetup
        secret={secret}
        onCancel={() => setSecret(undefined)}
        onEnabled={(codes) => {
          setSecret(undefined);
          setNewCodes(codes);
        }}
      />
    );
  return (
    <div className="space-y-4">
      <Pill tone="quiet">{t("off")}</Pill>
      <RefusalText refusal={refusal} />
      <div>
        <Button tone="primary" busy={busy} onClick={() => run(() => setUpTwoFactorAction({}), setSecret)}>
          {t("setUp")}
        </Button>
      </div>
    </div>
  );
}

function EnabledView({ enabledAt, codesLeft }: { enabledAt: string; codesLeft: number }) {
  const t = useTranslations("account.twoFactor");
  const locale = useLocale();
  const [isLeaving, setIsLeaving] = useState(false);
  const left = t("codesLeft", { count: codesLeft });
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone="good">{t("on")}</Pill>
        <span className="text-sm text-muted">{t("since", { date: formatInstant(new Date(enabledAt), locale) })}</span>
      </p>
      {codesLeft > FEW_CODES ? (
        <p>{left}</p>
      ) : (
        <Banner tone="wait" title={left}>
          {t("fewCodes")}
        </Banner>
      )}
      {isLeaving ? (
        <TwoFactorOff onCancel={() => setIsLeaving(false)} />
      ) : (
        <Button onClick={() => setIsLeaving(true)}>{t("disable")}</Button>
      )}
    </div>
  );
}
