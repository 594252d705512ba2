import { gocardlessAccount, gocardlessPayouts } from "@/lib/providers/payments/gocardless/resources/account";
import { gocardlessMandates } from "@/lib/providers/payments/gocardless/resources/mandates";
import { gocardlessPayments } from "@/lib/providers/payments/gocardless/resources/payments";
import type { DirectDebit } from "../port";
import { GocardlessCaller } from "./client";

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
