import type { CustomerId } from "@/lib/auth/scope";
import { ACCOUNTING_PACE, awaitPace } from "@/lib/connections/pace/mutations";
import { requireNoOtherSystem, storeConnection } from "@/lib/connections/record/mutations";
import { sealToken } from "@/lib/connections/tokens/mutations";
import type { Actor } from "@/lib/core/telemetry/audit";
import { fieldRefusal } from "@/lib/core/web/errors";
import { isUnreadable, ProviderError } from "@/lib/core/web/provider-error";
import { accountingOf } from "@/lib/providers/accounting/registry";
import type { KeyType } from "@/lib/vendors/types";

/** How many characters of a key are shown: enough to distinguish two keys. */
const SHOWN = 4;

/**
 * Connects an accounting system by its API key: asks the vendor whose key it is, then stores the key encrypted.
 * The same call replaces an old key. A refused key is not stored, and an interrupted call can be repeated.
 *
 * @throws AppError `api_key_refused`, `books_in_use`, `account_in_use`, `organisation_taken`; ProviderError if no
 *   answer came
 */
export async function connectByKey(
  caller: { customerId: CustomerId; actor: Actor },
  type: KeyType,
  apiKey: string,
): Promise<void> {
  const { customerId, actor } = caller;
  await requireNoOtherSystem(customerId, type);
  const { organisationId, connectionId, name, email } = await identify(customerId, type, apiKey);
  const row = {
    organisationId,
    externalConnectionId: connectionId,
    accountName: name,
    accountEmail: email,
    accessToken: sealToken(customerId, type, "access", apiKey),
    refreshToken: null,
    keyEnding: apiKey.slice(-SHOWN),
  };
  await storeConnection(customerId, type, row, actor);
}

async function identify(customerId: CustomerId, type: KeyType, apiKey: string) {
  const pace = () => awaitPace(`${type}:${customerId}`, ACCOUNTING_PACE[type]);
  try {
    const account = await accountingOf(type, { pace, accessToken: async () => apiKey }).books.identify();
    if (!account.organisationId)
      throw fieldRefusal("api_key_refused", "The account has no name that it can be known by.", "apiKey");
    return account;
  } catch (error) {
    // An unreadable answer says nothing about the key.
    if (!(error instanceof ProviderError) || error.isRetryable || isUnreadable(error)) throw error;
    throw fieldRefusal("api_key_refused", error.message, "apiKey");
  }
}
