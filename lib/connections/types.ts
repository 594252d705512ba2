import type { ConnectionType } from "@/lib/core/prisma/enums";

/** The integrations that can be connected today. */
export const CONNECTABLE = ["LEXOFFICE", "GOCARDLESS"] as const satisfies ConnectionType[];
export type Connectable = (typeof CONNECTABLE)[number];

export function oauthReturnPath(type: Connectable): string {
  return type === "LEXOFFICE" ? "/api/connect/lexoffice/return" : "/api/connect/goCardless/return";
}
