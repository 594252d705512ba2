import { useTranslations } from "next-intl";
import { ShownOnce } from "@/components/ui/shown-once";

/** Shows the secret of an endpoint, this one time only. */
export function EndpointSecret({ secret, onKept }: { secret: string; onKept: () => void }) {
  const t = useTranslations("account");
  const texts = {
    title: t("webhooks.secretTitle"),
    text: t("webhooks.secretText"),
    copy: t("webhooks.copy"),
    copied: t("copied"),
    kept: t("webhooks.kept"),
  };
  return <ShownOnce secret={secret} texts={texts} onKept={onKept} />;
}
