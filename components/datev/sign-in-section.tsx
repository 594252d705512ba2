"use client";

import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { endSignInAction, startSignInAction } from "@/lib/datev/actions";

/** Whether files can be handed over without a detour, and the way to DATEV's own page for it. */
export function SignInSection({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("datev.signIn");
  const { busy, refusal, run } = useAction<{ url: string }>();
  const mayAct = useMayAct();
  const start = () =>
    run(
      () => startSignInAction({}),
      ({ url }) => window.location.assign(url),
    );
  return (
    <div>
      <p>{t(isSignedIn ? "on" : "off")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {mayAct ? (
          <Button tone={isSignedIn ? "plain" : "primary"} busy={busy} onClick={start}>
            {t(isSignedIn ? "again" : "start")}
          </Button>
        ) : null}
        {isSignedIn ? (
          <ActionButton action={endSignInAction.bind(null, {})} done={t("ended")}>
            {t("end")}
          </ActionButton>
        ) : null}
      </div>
      <RefusalText refusal={refusal} />
    </div>
  );
}
