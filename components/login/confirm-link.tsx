"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { takeSignInLinkAction } from "@/lib/accounts/public/actions";
import type { SignInLink } from "@/lib/accounts/schema";
import { takeTicket } from "./take-ticket";

/** The button that a person must press before a sign-in link signs them in. */
export function ConfirmLink({ link }: { link: SignInLink }) {
  const t = useTranslations("serviceLogin");
  const { busy, refusal, run } = useAction<{ ticket: string }>();
  const [done, setDone] = useState(false);
  useEffect(() => {
    // A page restored from the browser's cache would still show the button, although the link was used meanwhile.
    const askAgain = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener("pageshow", askAgain);
    return () => window.removeEventListener("pageshow", askAgain);
  }, []);
  return (
    <>
      <Button
        tone="primary"
        className="w-full"
        busy={busy || done}
        onClick={() =>
          run(
            () => takeSignInLinkAction(link),
            ({ ticket }) => {
              setDone(true);
              void takeTicket(ticket);
            },
          )
        }
      >
        {t("confirm")}
      </Button>
      <RefusalText refusal={refusal} />
    </>
  );
}
