import { countTry } from "@/lib/auth/limits/limits";
import type { PayerScope } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { stepRequest } from "@/lib/mandates/requests/mutations";
import { isOfConnection } from "@/lib/vendors/rules";
import { openFlow } from "./flow-provider";
import { byLink, findRequest, pageState, showRequest, UNKNOWN } from "./page-data";
import { settleSigning } from "./provider";
import type { PayerPage } from "./types";

/**
 * Returns the page at GoCardless on which this payer signs: the open one, or a new one.
 *
 * @param address the IP address of the payer's browser; clicks are limited per address
 * @returns the URL to go to, or the state because of which there is none
 * @throws AppError `too_many_requests`
 */
export async function openSigningPage(token: string, address?: string): Promise<Opened> {
  return await byLink<Opened>(token, { state: "unknown" }, async (scope) => {
    if (address !== undefined) await countTry("payerAddress", address);
    return await openSigningOf(scope, token);
  });
}

type Opened = { url: string } | { state: PayerPage["state"] };

async function openSigningOf(scope: PayerScope, token: string): Promise<Opened> {
  const request = await findRequest(scope);
  if (!request) return { state: "unknown" };
  const state = pageState(request);
  if (state !== "open") return { state };
  try {
    const url = await openFlow(scope.customerId, request, token);
    if (!url) return { state: (await settleSigned(scope)).state };
    await db.$transaction((tx) => stepRequest(tx, scope.customerId, request.id, "opened", { openedAt: now() }));
    return { url };
  } catch (error) {
    if (isOfConnection(error)) return { state: "payments-disconnected" };
    throw error;
  }
}

/**
 * Returns the payer's page after the return from GoCardless. The URL proves nothing, so the signing is read at
 * GoCardless.
 */
export async function settleReturn(token: string): Promise<PayerPage> {
  return await byLink(token, UNKNOWN, settleSigned);
}

async function settleSigned(scope: PayerScope): Promise<PayerPage> {
  const request = await findRequest(scope);
  if (!request) return UNKNOWN;
  const { billingRequestId } = request;
  if (request.status !== "signed" && billingRequestId) {
    // The webhook brings the same a moment later. If GoCardless cannot be called now, the page says "on its way".
    await countTry("payerReturn", request.id)
      .then(() => settleSigning(scope.customerId, billingRequestId, "payers"))
      .catch((error: unknown) => log.warn({ err: error }, "signing could not be read from GoCardless"));
  }
  return await showRequest(scope);
}
