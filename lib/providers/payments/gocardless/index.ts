import type { DirectDebit } from "../port";
import { gocardlessAccount, gocardlessPayouts } from "./account";
import { GocardlessCaller } from "./client";
import { gocardlessMandates } from "./mandates";
import { gocardlessPayments } from "./payments";

/**
 * GoCardless through its own Node client. What surprised us: the client swallows an idempotency conflict and returns
 * the old resource unless told not to, never repeats a POST, and sets no time limit.
 */
export function gocardlessDirectDebit(access: { accessToken: string; apiUrl: string; timeoutMs: number }): DirectDebit {
  const caller = new GocardlessCaller(access.accessToken, access.apiUrl, access.timeoutMs);
  return {
    account: gocardlessAccount(caller),
    mandates: gocardlessMandates(caller),
    payments: gocardlessPayments(caller),
    payouts: gocardlessPayouts(caller),
  };
}
