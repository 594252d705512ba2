import { useTranslations } from "next-intl";
import { ConnectionState } from "@/components/connections/connection-state";
import { SyncProgress } from "@/components/connections/sync-progress";
import { VendorMark } from "@/components/connections/vendor-mark";
import { Instant } from "@/components/format/instant";
import { Name } from "@/components/format/name";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import type { ConnectionView, SyncView } from "@/lib/connections/loaders";
import { isAccountingSystem } from "@/lib/vendors/rules";
import { VENDOR_NAMES } from "@/lib/vendors/types";

/** Shows whether the accounting system and GoCardless are connected, and the sync that is running. */
export function ConnectionStrip({ connections, sync }: { connections: ConnectionView[]; sync?: SyncView }) {
  const t = useTranslations("dashboard");
  // If one accounting system was ever connected, the others are not offered here, even while that one is down.
  const hasBooks = connections.some(({ type, status }) => isAccountingSystem(type) && status !== "none");
  const shown = connections.filter(({ type, status }) => !(hasBooks && isAccountingSystem(type) && status === "none"));
  return (
    <Card>
      <h2 className="text-base">{t("connections")}</h2>
      <ul className="mt-3 space-y-4">
        {shown.map((connection) => (
          <li key={connection.type} className="relative flex items-center gap-3">
            <VendorMark type={connection.type} />
            <div className="min-w-0 flex-1">
              <Link href="/app/connections" className="block truncate font-medium after:absolute after:inset-0">
                {VENDOR_NAMES[connection.type]}
              </Link>
              <p className="text-sm break-words text-muted">
                {connection.lastSyncedAt && connection.status === "connected" ? (
                  <>
                    {t("readAt")} <Instant at={connection.lastSyncedAt} />
                  </>
                ) : (
                  <Name text={connection.accountName ?? ""} />
                )}
              </p>
            </div>
            <ConnectionState connection={connection} />
          </li>
        ))}
      </ul>
      {sync ? (
        <div className="mt-5 border-t pt-4">
          <SyncProgress sync={sync} />
        </div>
      ) : null}
    </Card>
  );
}
