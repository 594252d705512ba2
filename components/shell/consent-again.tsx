"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useChoice } from "@/components/action/use-choice";
import { CONSENT_ADDRESS, CONSENT_AGAIN_ID } from "./consent";
import { PageField } from "./page-field";
import { forgetConsentAction } from "./preferences";

/** Shows the cookie banner again, so that the answer can be changed. */
export function ConsentAgain({ className }: { className?: string }) {
  const t = useTranslations("shell.consent");
  const [, choose] = useChoice();

  function forget(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    choose(forgetConsentAction);
  }

  return (
    <form method="post" action={CONSENT_ADDRESS} onSubmit={forget}>
      <PageField />
      <button id={CONSENT_AGAIN_ID} type="submit" className={className}>
        {t("again")}
      </button>
    </form>
  );
}
