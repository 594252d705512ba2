import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { releaseHoldAction } from "@/lib/connections/actions";
import type { ConnectionView } from "@/lib/connections/loaders";
import { shortName } from "@/lib/core/text/sanitise";
import { formatInstant } from "@/lib/core/time/dates";

/** Says that a new account is on hold, until when and why, and lets another owner release it. */
export function HoldNotice({
  connection: { hold, accountName },
  isElsewhere = false,
}: {
  connection: ConnectionView;
  /** True outside the page of connections: the notice then links to that page. */
  isElsewhere?: boolean;
}) {
  const t = useTranslations("connections.hold");
  const locale = useLocale();
  if (!hold) return null;
  const { organisationId, mayRelease } = hold;
  const by = shortName(hold.by);
  const [since, until] = [hold.since, hold.until].map((at) => formatInstant(new Date(at), locale));
  return (
    <Banner
      tone="wait"
      title={t("title")}
      action={
        mayRelease || isElsewhere ? (
          <>
            {mayRelease ? (
              <ActionButton
                action={releaseHoldAction.bind(null, { organisationId })}
                size="small"
                confirmTone="primary"
                done={t("done")}
                confirmation={{
                  title: t("releaseTitle"),
                  body: <p>{t("releaseBody", { account: shortName(accountName), by })}</p>,
                  confirm: t("release"),
                  cancel: t("keep"),
                }}
              >
                {t("release")}
              </ActionButton>
            ) : null}
            {isElsewhere ? (
              <Link href="/app/connections" className={buttonClass("quiet", "small")}>
                {t("open")}
              </Link>
            ) : null}
          </>
        ) : null
      }
    >
      <p>{t("text", { by, since: since ?? "", until: until ?? "" })}</p>
      <p className="mt-1">{t(mayRelease ? "mayRelease" : "mustWait")}</p>
    </Banner>
  );
}
