import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { endSignInAction } from "@/lib/datev/actions";
import { SignInButton } from "./sign-in-button";

/** Says whether files can be uploaded to DATEV directly, and lets the person sign in or out. */
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
