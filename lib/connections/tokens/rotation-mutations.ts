import { needsRotation } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import type { Connection } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import type { Connectable } from "@/lib/vendors/types";
import { openToken, sealToken } from "./mutations";

const BATCH = 200;

export interface Resealed {
  resealed: number;
  /** Encrypted with a key that is no longer listed, or altered since. The supplier has to connect again. */
  unreadable: number;
}

/**
 * Re-encrypts with the newest key every vendor token that an older key has encrypted.
 * Writes each only over the value that was read: a token that is refreshed meanwhile stays, and has the newest key
 * already. An interrupted run is started again.
 */
export async function resealTokens(): Promise<Resealed> {
  const sum = { resealed: 0, unreadable: 0 };
  let after = "";
  for (;;) {
    const customers = await db.customer.findMany({
      where: { id: { gt: after } },
      select: { id: true, connections: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    for (const row of customers.flatMap(({ connections }) => connections))
      for (const column of ["accessToken", "refreshToken"] as const) {
        const result = await resealOne(row, column);
        if (result) sum[result] += 1;
      }
    const last = customers.at(-1);
    if (!last || customers.length < BATCH) return sum;
    after = last.id;
  }
}

async function resealOne(
  { customerId, type, ...row }: Connection,
  column: "accessToken" | "refreshToken",
): Promise<keyof Resealed | undefined> {
  const sealed = row[column];
  if (sealed === null || !needsRotation(sealed)) return undefined;
  const place = [customerId, type as Connectable, column === "accessToken" ? "access" : "refresh"] as const;
  try {
    const data = { [column]: sealToken(...place, openToken(...place, sealed)) };
    const { count } = await db.connection.updateMany({ where: { customerId, type, [column]: sealed }, data });
    return count === 1 ? "resealed" : undefined;
  } catch (error) {
    log.error({ err: error, customerId, type }, "vendor token cannot be decrypted with the configured keys");
    return "unreadable";
  }
}
