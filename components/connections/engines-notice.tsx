import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { ForOwners } from "@/components/action/for-owners";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { confirmExternalSchedulesAction } from "@/lib/connections/actions";
import type { ConnectionView } from "@/lib/connections/loaders";
import { formatMoney } from "@/lib/core/money/money";

/**
 * Lists the external schedules in the same GoCardless account. Until the supplier has confirmed these, no new
 * collection starts.
 */
export function ExternalSchedulesNotice({ connection: { engines } }: { connection: ConnectionView }) {
  const t = useTranslations("connections.engines");
  const locale = useLocale();
  if (!engines) return null;
  const { subscriptions, instalments, isConfirmed } = engines;
  const values = ({ count, cents }: { count: number; cents: number }) => ({
    count,
    amount: formatMoney(cents, locale),
  });
  return (
    <Banner
      tone={isConfirmed ? "quiet" : "wait"}
      title={t(isConfirmed ? "confirmedTitle" : "title")}
      action={
        isConfirmed ? null : (
          <>
            <ForOwners>
              <ActionButton
                action={confirmExternalSchedulesAction.bind(null, {})}
                size="small"
                confirmTone="primary"
                done={t("done")}
                confirmation={{
                  title: t("confirmTitle"),
                  body: <p>{t("confirmBody")}</p>,
                  confirm: t("confirm"),
                  cancel: t("keep"),
                }}
              >
                {t("confirm")}
              </ActionButton>
            </ForOwners>
            <Link href="/app/contacts" className={buttonClass("quiet", "small")}>
              {t("contacts")}
            </Link>
          </>
        )
      }
    >
      <ul className="mb-2 list-disc pl-5">
        {subscriptions.count > 0 ? <li>{t("subscriptions", values(subscriptions))}</li> : null}
        {instalments.count > 0 ? <li>{t("instalments", values(instalments))}</li> : null}
      </ul>
      <p>{t("text")}</p>
      <p className="mt-1">{t(isConfirmed ? "confirmed" : "waits")}</p>
    </Banner>
  );
}
