import { useTranslations } from "next-intl";
import { CONSENT_AGAIN_ID } from "./consent";
import { forgetConsentAction } from "./preferences";

/** Brings the cookie banner back, so that an answer can be changed. */
export function ConsentAgain({ className }: { className?: string }) {
  const t = useTranslations("shell.consent");
  return (
    <form action={forgetConsentAction}>
      <button id={CONSENT_AGAIN_ID} type="submit" className={className}>
        {t("again")}
      </button>
    </form>
  );
}
