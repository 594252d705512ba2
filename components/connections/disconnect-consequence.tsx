import { useLocale, useTranslations } from "next-intl";
import type { ConnectionKind } from "@/lib/connections/loaders";
import { formatMoney } from "@/lib/core/money/money";
import { isKeyed, roleOf } from "@/lib/vendors/rules";
import type { DisconnectFigures } from "@/lib/vendors/types";
import { VENDOR_NAMES } from "@/lib/vendors/types";

/** Shows what the disconnection means, in figures; lines with a zero are hidden. */
export function DisconnectConsequence({ type, figures }: { type: ConnectionKind; figures: DisconnectFigures }) {
  const t = useTranslations(`connections.consequence.${roleOf(type)}`);
  const c = useTranslations("connections");
  const vendor = VENDOR_NAMES[type];
  const locale = useLocale();
  const { openInvoices, underWay, openRequests } = figures;
  const values = ({ count, cents }: { count: number; cents: number }) => ({
    count,
    amount: formatMoney(cents, locale),
  });
  return (
    <>
      <p>{t("effect")}</p>
      <ul className="list-disc space-y-1 pl-5">
        {openInvoices.count > 0 ? <li>{t("invoices", values(openInvoices))}</li> : null}
        {underWay.count > 0 ? <li>{t("debits", values(underWay))}</li> : null}
        {openRequests > 0 ? <li>{t("requests", { count: openRequests })}</li> : null}
      </ul>
      <p>{isKeyed(type) ? c("undoByKey", { vendor }) : t("undo", { vendor })}</p>
    </>
  );
}
