import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { endSignInAction } from "@/lib/datev/actions";
import { SignInButton } from "./sign-in-button";

/** Whether files can be handed over without a detour, and the way to DATEV's own page for it. */
export function SignInSection({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("datev.signIn");
  return (
    <div>
      <p>{t(isSignedIn ? "on" : "off")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <SignInButton tone={isSignedIn ? "plain" : "primary"}>{t(isSignedIn ? "again" : "start")}</SignInButton>
        {isSignedIn ? (
          <ActionButton action={endSignInAction.bind(null, {})} done={t("ended")}>
            {t("end")}
          </ActionButton>
        ) : null}
      </div>
    </div>
  );
}
