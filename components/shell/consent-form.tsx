"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ACCEPTED, CONSENT_ADDRESS, CONSENT_AGAIN_ID, CONSENT_FIELD, DECLINED } from "./consent";
import { PageField } from "./page-field";
import { chooseConsentAction } from "./preferences";

/**
 * The cookie banner. It covers a corner of the page and blocks nothing. Both answers look alike, so that neither is
 * favoured. `globals.css` reserves room below the page meanwhile.
 */
export function ConsentForm() {
  const t = useTranslations("shell.consent");
  const [isAnswered, setIsAnswered] = useState(false);
  const [, startTransition] = useTransition();
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    // Opened again from the footer, the banner takes the focus; otherwise it does not.
    if (document.activeElement?.id === CONSENT_AGAIN_ID) notice.current?.focus();
  }, []);

  function answer(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const form = new FormData(event.currentTarget, submitter);
    setIsAnswered(true);
    // Without a network the answer is not stored, and the banner appears again on the next page.
    startTransition(() => chooseConsentAction(form).catch(() => undefined));
  }

  if (isAnswered) return null;
  return (
    <section
      ref={notice}
      id="consent"
      tabIndex={-1}
      aria-labelledby="consent-title"
      className="fixed inset-x-3 bottom-3 z-30 rounded-card border bg-surface p-4 shadow-float outline-none sm:inset-x-auto sm:right-4 sm:bottom-4 sm:w-96"
    >
      <h2 id="consent-title" className="font-semibold">
        {t("title")}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t("text")}{" "}
        <Link href="/privacy" className="text-action underline underline-offset-2">
          {t("more")}
        </Link>
      </p>
      <form method="post" action={CONSENT_ADDRESS} onSubmit={answer} className="mt-3 grid grid-cols-2 gap-2">
        <PageField />
        <button type="submit" name={CONSENT_FIELD} value={DECLINED} className={buttonClass("plain", "small")}>
          {t("decline")}
        </button>
        <button type="submit" name={CONSENT_FIELD} value={ACCEPTED} className={buttonClass("plain", "small")}>
          {t("accept")}
        </button>
      </form>
    </section>
  );
}
