"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { forgetConsentAction } from "./preferences";

export const CONSENT_AGAIN_ID = "consent-again";

/** Brings the cookie banner back, so that an answer can be changed. */
export function ConsentAgain({ className }: { className?: string }) {
  const t = useTranslations("shell.consent");
  const [, startTransition] = useTransition();
  return (
    <button
      id={CONSENT_AGAIN_ID}
      type="button"
      className={className}
      onClick={() => startTransition(() => forgetConsentAction().catch(() => undefined))}
    >
      {t("again")}
    </button>
  );
}
