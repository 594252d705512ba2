import { env } from "@/lib/core/env";
import { datevAccounting, type FileAccounting } from "./datev/index";
import type { DatevOauthConfig } from "./datev/oauth";
import type { DatevAccess } from "./datev/uploads";
import type { LexwareAccess } from "./lexware/client";
import { LEXWARE_CAPABILITIES, lexwareAccounting } from "./lexware/index";
import type { Accounting, Capabilities } from "./port";
import { SEVDESK_CAPABILITIES, sevdeskAccounting } from "./sevdesk/index";

/** The systems a supplier's books can be kept in, as far as we read them. */
export type BooksType = "LEXOFFICE" | "SEVDESK";

/** Books that cannot be asked: what we know of them, and what they know of us, goes by file. */
export type FileBooksType = "DATEV";

const CAPABILITIES: Record<BooksType, Capabilities> = {
  LEXOFFICE: LEXWARE_CAPABILITIES,
  SEVDESK: SEVDESK_CAPABILITIES,
};

export function capabilitiesOf(type: BooksType): Capabilities {
  return CAPABILITIES[type];
}

/** Adding a system is a compile error here until it is done. */
export function accountingOf(type: BooksType, access: Omit<LexwareAccess, "apiUrl" | "timeoutMs">): Accounting {
  switch (type) {
    case "LEXOFFICE":
      return lexwareAccounting({
        ...access,
        apiUrl: env().LEXOFFICE_API_URL,
        timeoutMs: env().PROVIDER_TIMEOUT_MS,
        accountSystem: env().LEXOFFICE_ACCOUNT_SYSTEM,
      });
    case "SEVDESK":
      return sevdeskAccounting({ ...access, apiUrl: env().SEVDESK_API_URL, timeoutMs: env().PROVIDER_TIMEOUT_MS });
    default:
      return type satisfies never;
  }
}

export function fileAccountingOf(
  type: FileBooksType,
  access: Pick<DatevAccess, "pace" | "accessToken">,
): FileAccounting {
  switch (type) {
    case "DATEV": {
      const { DATEV_API_URL: apiUrl, DATEV_CLIENT_ID: clientId, PROVIDER_TIMEOUT_MS: timeoutMs } = env();
      return datevAccounting(clientId ? { ...access, apiUrl, clientId, timeoutMs } : null);
    }
    default:
      return type satisfies never;
  }
}

/** How suppliers sign in at DATEV; null as long as our program is not registered there. */
export function datevOauth(): DatevOauthConfig | null {
  const { APP_URL, DATEV_CLIENT_ID: clientId, DATEV_CLIENT_SECRET: clientSecret, ...urls } = env();
  if (!clientId || !clientSecret) return null;
  return {
    authorizeUrl: urls.DATEV_AUTHORIZE_URL,
    tokenUrl: urls.DATEV_TOKEN_URL,
    revokeUrl: urls.DATEV_REVOKE_URL,
    ...{ clientId, clientSecret, redirectUri: `${APP_URL}/api/connect/datev/return` },
  };
}
