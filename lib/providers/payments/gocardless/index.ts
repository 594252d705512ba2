import type { DirectDebit } from "../port";
import { gocardlessAccount, gocardlessPayouts } from "./account";
import { GocardlessCaller } from "./client";
import { gocardlessMandates } from "./mandates";
import { gocardlessPayments } from "./payments";

/**
 * GoCardless through its own Node client. The client's surprises: unless configured otherwise, it returns the old
 * resource on an idempotency conflict. It never repeats a POST, and it sets no time limit.
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
