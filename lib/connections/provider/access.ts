import type { CustomerId } from "@/lib/auth/scope";
import { CHECKS_PACE } from "@/lib/connections/pace/check-rules";
import { ACCOUNTING_PACE, awaitPace, GOCARDLESS_PACE, PAYERS_PACE, pausePace } from "@/lib/connections/pace/mutations";
import { endConnection } from "@/lib/connections/record/mutations";
import { openToken } from "@/lib/connections/tokens/mutations";
import { accountingAccessToken } from "@/lib/connections/tokens/provider";
import { db } from "@/lib/core/database/db";
import type { Connection } from "@/lib/core/prisma/client";
import { AppError } from "@/lib/core/web/errors";
import { ProviderError } from "@/lib/core/web/provider-error";
import type { Accounting, Pace } from "@/lib/providers/accounting/port";
import { accountingOf } from "@/lib/providers/accounting/registry";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import type { DirectDebit } from "@/lib/providers/payments/port";
import { directDebitOf } from "@/lib/providers/payments/registry";
import { onlineSystemOf } from "@/lib/vendors/rules";
import type { Connectable } from "@/lib/vendors/types";

const PAUSE_AFTER_429_MS = 5_000;

/**
 * Runs calls against the supplier's connected accounting system.
 * This is the only place where refused access ends the connection, and where a 429 makes all callers wait.
 *
 * @param beforeCall runs right before each call; if it throws, the call is not made
 * @throws AppError `connection_missing`, `connection_revoked`; ProviderError for every error of the vendor
 */
export async function withAccounting<T>(
  customerId: CustomerId,
  run: (accounting: Accounting, type: OnlineSystem) => Promise<T>,
  beforeCall: () => Promise<void> = async () => {},
): Promise<T> {
  const books = onlineSystemOf(await db.connection.findMany({ where: { customerId } }));
  if (books?.status !== "connected") throw new AppError("connection_missing");
  const { type } = books;
  const key = `${type}:${customerId}`;
  let isCurrent = false;
  const access = {
    pace: async () => {
      const version = await awaitPace(key, ACCOUNTING_PACE[type], { customerId, type });
      isCurrent = version === books.tokenVersion;
      await beforeCall();
    },
    accessToken: (rejected?: string) =>
      accountingAccessToken(customerId, type, rejected, isCurrent ? books : undefined),
  };
  return await guarded(customerId, books, [key], () => run(accountingOf(type, access), type));
}

/**
 * Whose calls at GoCardless these are: those for the supplier's collections, those of payers who open their links, or
 * those of checks.
 */
export type Share = "supplier" | "payers" | "checks";

const SUPPLIER = { key: "GOCARDLESS", pace: GOCARDLESS_PACE };
const PACES: Record<Share, { key: string; pace: Pace }> = {
  supplier: SUPPLIER,
  payers: { key: "GOCARDLESS-PAYERS", pace: PAYERS_PACE },
  checks: SUPPLIER,
};
/** The checks of all suppliers together have one more limit. */
const CHECKS_KEY = "GOCARDLESS-CHECKS";

/**
 * Runs calls against the supplier's GoCardless account.
 * GoCardless limits each organisation to 1,000 calls a minute. Payers have their own share of that limit, so that their
 * clicks never delay a collection. Checks have a limit for all suppliers together, in case GoCardless counts the calls
 * of the whole app.
 *
 * @param known the connection's row, if it has just been read
 * @throws AppError `connection_missing`, `connection_revoked`; ProviderError for every error of the vendor
 */
export async function withDirectDebit<T>(
  customerId: CustomerId,
  run: (gc: DirectDebit) => Promise<T>,
  share: Share = "supplier",
  known?: Connection,
): Promise<T> {
  const row =
    known ?? (await db.connection.findUnique({ where: { customerId_type: { customerId, type: "GOCARDLESS" } } }));
  if (row?.status !== "connected" || !row.accessToken) throw new AppError("connection_missing");
  const accessToken = openToken(customerId, "GOCARDLESS", "access", row.accessToken);
  const { key, pace } = PACES[share];
  const gc = paced(directDebitOf(accessToken), async () => {
    if (share === "checks") await awaitPace(CHECKS_KEY, CHECKS_PACE);
    await awaitPace(`${key}:${customerId}`, pace);
  });
  // GoCardless' limit is for the whole organisation, so a 429 pauses both shares.
  const keys = Object.values(PACES).map((one) => `${one.key}:${customerId}`);
  return await guarded(customerId, { type: "GOCARDLESS", connectedAt: row.connectedAt }, keys, () => run(gc));
}

async function guarded<T>(
  customerId: CustomerId,
  { type, connectedAt }: { type: Connectable; connectedAt: Date | null },
  keys: string[],
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "rate_limited")
      for (const key of keys) await pausePace(key, error.retryAfterMs ?? PAUSE_AFTER_429_MS);
    if (error.kind !== "auth") throw error;
    const reason = error.code ?? "access_refused";
    await endConnection(customerId, type, { status: "revoked", reason, ifConnectedAt: connectedAt });
    throw new AppError("connection_revoked", error.message);
  }
}

/** Returns the same port, each call of which waits for the pace. */
function paced(gc: DirectDebit, awaitTurn: () => Promise<unknown>): DirectDebit {
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver) as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          await awaitTurn();
          return await method(...args);
        };
      },
    });
  return {
    account: wrap(gc.account),
    mandates: wrap(gc.mandates),
    payments: wrap(gc.payments),
    payouts: wrap(gc.payouts),
  };
}
