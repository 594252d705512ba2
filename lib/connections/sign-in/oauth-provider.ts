import type { CustomerId } from "@/lib/auth/scope";
import { requireNoOtherSystem, storeConnection } from "@/lib/connections/record/mutations";
import { sealToken, tokenColumns } from "@/lib/connections/tokens/mutations";
import { gocardlessOauth } from "@/lib/connections/tokens/provider";
import { db } from "@/lib/core/database/db";
import type { Actor } from "@/lib/core/telemetry/audit";
import { fieldRefusal } from "@/lib/core/web/errors";
import { isUnreadable, ProviderError } from "@/lib/core/web/provider-error";
import type { AccountingSignIn } from "@/lib/providers/accounting/port";
import { accountingOf, signInOf } from "@/lib/providers/accounting/registry";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import {
  exchangeCode as exchangeGocardless,
  authorizeUrl as gocardlessUrl,
} from "@/lib/providers/payments/gocardless/oauth";
import { directDebitOf } from "@/lib/providers/payments/registry";
import type { OauthType } from "@/lib/vendors/types";
import { beginAttempt, consumeAttempt } from "./oauth-mutations";
import { type Connecting, requireMayStart } from "./payments-access";

/**
 * Starts a sign-in at a vendor and returns the address of its page. The state is single-use and bound to this person
 * and supplier.
 *
 * @throws AppError `books_in_use`, and for GoCardless `forbidden`, `proof_required`
 */
export async function startConnection(caller: Connecting & { userId: string }, type: OauthType): Promise<string> {
  const { customerId, userId } = caller;
  await requireNoOtherSystem(customerId, type);
  const isProven = await requireMayStart(type, caller);
  const { state, verifier } = await beginAttempt(customerId, userId, type, isProven);
  if (type !== "GOCARDLESS") return requireSignIn(type).authorizeUrl(state, verifier);
  const customer = await db.customer.findUniqueOrThrow({ where: { id: customerId } });
  const { email, companyName: organisationName, countryCode } = customer;
  return gocardlessUrl(gocardlessOauth(), state, { email, organisationName, countryCode });
}

/**
 * Finishes a sign-in with the code that the vendor sent.
 *
 * @throws AppError `oauth_state_invalid` (unknown, used, expired, another person's), `oauth_refused` (the vendor did
 *   not accept the code), `account_in_use`, `organisation_taken`, `proof_required`
 */
export async function completeConnection(
  caller: { customerId: CustomerId; actor: Actor },
  type: OauthType,
  answer: { code: string; state: string },
): Promise<void> {
  const { verifier, isProven } = await consumeAttempt(caller, type, answer.state);
  try {
    if (type === "GOCARDLESS") await connectGocardless(caller, answer.code, isProven);
    else await connectAccounting(caller, type, answer.code, verifier);
  } catch (error) {
    // An unreadable answer says nothing about the sign-in.
    if (!(error instanceof ProviderError) || error.isRetryable || isUnreadable(error)) throw error;
    throw fieldRefusal("oauth_refused", error.message, "code");
  }
}

function requireSignIn(type: OnlineSystem): AccountingSignIn {
  const signIn = signInOf(type);
  if (!signIn) throw new Error(`${type} has no sign-in`);
  return signIn;
}

async function connectAccounting(
  caller: { customerId: CustomerId; actor: Actor },
  type: OnlineSystem,
  code: string,
  verifier: string,
): Promise<void> {
  const pair = await requireSignIn(type).exchangeCode(code, verifier);
  const { books } = accountingOf(type, { pace: async () => {}, accessToken: async () => pair.accessToken });
  const account = await books.identify();
  const { organisationId, connectionId: externalConnectionId, name: accountName, email: accountEmail } = account;
  const row = {
    organisationId,
    externalConnectionId,
    accountName,
    accountEmail,
    ...tokenColumns(caller.customerId, type, pair),
  };
  await storeConnection(caller.customerId, type, row, caller.actor);
}

async function connectGocardless(
  caller: { customerId: CustomerId; actor: Actor },
  code: string,
  isProven: boolean,
): Promise<void> {
  const grant = await exchangeGocardless(gocardlessOauth(), code);
  const gc = directDebitOf(grant.accessToken);
  const creditor = await gc.account.creditor();
  const row = {
    organisationId: grant.organisationId,
    accountName: creditor.name,
    accountEmail: grant.email,
    accessToken: sealToken(caller.customerId, "GOCARDLESS", "access", grant.accessToken),
    scope: grant.scope,
    creditorId: creditor.id,
    creditorName: creditor.name,
    creditorIdentifier: creditor.identifier,
    creditorCity: creditor.city,
    verificationStatus: creditor.verificationStatus,
  };
  await storeConnection(caller.customerId, "GOCARDLESS", row, caller.actor, isProven);
}
