import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { ExternalButton } from "@/components/ui/external-link";
import type { ConnectionView } from "@/lib/connections/loaders";
import { GOCARDLESS_SUPPORT_URL, GOCARDLESS_VERIFY_URL } from "./vendors";

/** Warns that GoCardless has not verified the account yet: mandates can be requested, but no collection can start. */
export function VerificationWarning({ connection }: { connection: ConnectionView }) {
  const t = useTranslations("connections.verification");
  const { verification, status } = connection;
  if (status !== "connected" || !verification || verification === "verified") return null;
  return (
    <Banner
      tone="wait"
      title={t(`${verification}.title`)}
      action={
        <>
          {verification === "not_verified" ? (
            <ExternalButton href={GOCARDLESS_VERIFY_URL} note={t("newTab")}>
              {t("complete")}
            </ExternalButton>
          ) : null}
          <ExternalButton href={GOCARDLESS_SUPPORT_URL} note={t("newTab")}>
            {t("support")}
          </ExternalButton>
        </>
      }
    >
      {t(`${verification}.text`)}
    </Banner>
  );
}
