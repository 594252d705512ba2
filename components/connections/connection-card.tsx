import { useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { ForOwners } from "@/components/action/for-owners";
import { Instant } from "@/components/format/instant";
import { Name } from "@/components/format/name";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { type Fact, Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { disconnectAction, syncNowAction } from "@/lib/connections/actions";
import type { ConnectionView } from "@/lib/connections/loaders";
import {
  isAccountingSystem,
  isFileBasedSystem,
  isKeyed,
  isOnlineSystem,
  marksOf,
  purposeOf,
  roleOf,
} from "@/lib/vendors/rules";
import { type DisconnectFigures, VENDOR_NAMES } from "@/lib/vendors/types";
import { Connect } from "./connect";
import { ConnectionState } from "./connection-state";
import { DisconnectConsequence } from "./disconnect-consequence";
import { ExternalSchedulesNotice } from "./engines-notice";
import { HoldNotice } from "./hold-notice";
import { VendorMark } from "./vendor-mark";
import { VerificationWarning } from "./verification-warning";

interface LastDocument {
  id: string;
  number: string;
}

export function ConnectionCard({
  connection,
  figures,
  mandates,
  lastDocument,
  isSyncing,
}: {
  connection: ConnectionView;
  figures: DisconnectFigures;
  /** Number of usable mandates at GoCardless. */
  mandates: number;
  /** The last document of the current accounting system. */
  lastDocument?: LastDocument;
  isSyncing: boolean;
}) {
  const t = useTranslations("connections");
  const { type, status } = connection;
  const vendor = VENDOR_NAMES[type];
  return (
    <Card className="flex flex-col">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-center gap-3 text-lg">
          <VendorMark type={type} />
          {vendor}
        </h2>
        <ConnectionState connection={connection} />
      </div>
      <p className="mt-2 mb-5 text-muted">{t(`purpose.${purposeOf(type)}`)}</p>
      <div className="mb-6 space-y-5">
        {status === "revoked" ? (
          <Banner tone="bad" title={t("revokedTitle", { vendor })}>
            {t("revokedText")}
          </Banner>
        ) : null}
        <VerificationWarning connection={connection} />
        <ExternalSchedulesNotice connection={connection} />
        <HoldNotice connection={connection} />
        {status === "none" ? null : (
          <ConnectionFacts connection={connection} mandates={mandates} lastDocument={lastDocument} />
        )}
      </div>
      <div className="mt-auto flex flex-wrap gap-2">
        {status === "connected" ? (
          <Connected connection={connection} figures={figures} isSyncing={isSyncing} />
        ) : (
          <Connect connection={connection} text={t(status === "none" ? "connect" : "reconnect", { vendor })} />
        )}
        {status === "revoked" ? <Disconnect connection={connection} figures={figures} /> : null}
      </div>
    </Card>
  );
}

function ConnectionFacts({
  connection,
  mandates,
  lastDocument,
}: {
  connection: ConnectionView;
  mandates: number;
  lastDocument?: LastDocument;
}) {
  const t = useTranslations("connections");
  const facts: (Fact | null)[] = [
    connection.accountName ? { label: t("account"), value: <Name text={connection.accountName} /> } : null,
    connection.accountEmail ? { label: t("email"), value: connection.accountEmail } : null,
    connection.connectedAt ? { label: t("since"), value: <Instant at={connection.connectedAt} /> } : null,
    connection.endedAt && connection.status !== "connected"
      ? { label: t("endedAt"), value: <Instant at={connection.endedAt} /> }
      : null,
    connection.keyEnding ? { label: t("key"), value: `•••• ${connection.keyEnding}` } : null,
    // Files of e-invoices come one by one; nothing is read as a whole.
    isAccountingSystem(connection.type) && marksOf(connection.type) !== "document"
      ? { label: t("lastSync"), value: connection.lastSyncedAt ? <Instant at={connection.lastSyncedAt} /> : t("never") }
      : null,
    isOnlineSystem(connection.type) && lastDocument
      ? {
          label: t("lastInvoice"),
          value: (
            <Link href={`/app/invoices/${lastDocument.id}`} className="text-action hover:underline">
              <Name text={lastDocument.number} />
            </Link>
          ),
        }
      : null,
    connection.creditorName ? { label: t("creditor"), value: <Name text={connection.creditorName} /> } : null,
    connection.type === "GOCARDLESS" && connection.status === "connected"
      ? { label: t("mandates"), value: t("mandatesCount", { count: mandates }) }
      : null,
  ];
  return <Facts facts={facts} />;
}

function Connected({
  connection,
  figures,
  isSyncing,
}: {
  connection: ConnectionView;
  figures: DisconnectFigures;
  isSyncing: boolean;
}) {
  const t = useTranslations("connections");
  // A key is entered in a form, which takes the full width below the buttons.
  const isByKey = isKeyed(connection.type);
  const renewal = (
    <Connect connection={connection} text={t(isFileBasedSystem(connection.type) ? "files" : "renew")} tone="plain" />
  );
  return (
    <>
      {isOnlineSystem(connection.type) && !isSyncing ? (
        <ActionButton gated action={syncNowAction.bind(null, {})} tone="primary" done={t("syncAsked")}>
          {t("syncNow")}
        </ActionButton>
      ) : null}
      {isByKey ? null : renewal}
      <Disconnect connection={connection} figures={figures} />
      {isByKey ? renewal : null}
    </>
  );
}

function Disconnect({ connection, figures }: { connection: ConnectionView; figures: DisconnectFigures }) {
  const t = useTranslations("connections");
  const vendor = VENDOR_NAMES[connection.type];
  const button = (
    <ActionButton
      action={disconnectAction.bind(null, { type: connection.type })}
      done={t("disconnected", { vendor })}
      confirmation={{
        title: t("disconnectTitle", { vendor }),
        body: <DisconnectConsequence type={connection.type} figures={figures} />,
        confirm: t("disconnect"),
        cancel: t("keep"),
      }}
      context={vendor}
    >
      {t("disconnect")}
    </ActionButton>
  );
  return roleOf(connection.type) === "payments" ? <ForOwners>{button}</ForOwners> : button;
}
