import { openToken } from "@/lib/connections/tokens/mutations";
import type { Connectable } from "@/lib/vendors/types";
import type { Ports } from "../demo-environment";
import { linesOf, type Snapshot, type SnapshotText } from "./archive";
import { withPlaceholders } from "./places";

/** Returns the snapshot without keys, addresses and ports of the installation that recorded it. */
export function portable(snapshot: Snapshot, ports: Ports): SnapshotText {
  const connections = snapshot.tables.connections ?? [];
  for (const row of connections) {
    const [customerId, type] = [String(row.customer_id), row.type as Connectable];
    for (const column of ["access", "refresh"] as const) {
      const sealed = row[`${column}_token`];
      if (typeof sealed === "string") row[`${column}_token`] = openToken(customerId, type, column, sealed);
    }
  }
  return { day: snapshot.day, lines: linesOf(snapshot).map((line) => withPlaceholders(line, ports)) };
}
