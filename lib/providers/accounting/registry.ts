import { env } from "@/lib/core/env";
import { DATEV_CAPABILITIES, datevAccounting, type FileAccounting } from "./datev/index";
import { type DatevOauthConfig, revoke as revokeDatev } from "./datev/oauth";
import type { DatevAccess } from "./datev/uploads";
import type { LexwareAccess } from "./lexware/client";
import { LEXWARE_CAPABILITIES, lexwareAccounting } from "./lexware/index";
import { authorizeUrl, exchangeCode, type LexwareOauthConfig, refresh, revoke, type TokenPair } from "./lexware/oauth";
import type { Accounting, BookDocument, Capabilities, FileCapabilities } from "./port";
import { SEVDESK_CAPABILITIES, sevdeskAccounting } from "./sevdesk/index";

/** The systems a supplier's books can be kept in, as far as we read them. */
export type BooksType = "LEXOFFICE" | "SEVDESK";

/** Books that cannot be asked: what we know of them, and what they know of us, goes by file. */
export type FileBooksType = "DATEV";

const CAPABILITIES = {
  LEXOFFICE: LEXWARE_CAPABILITIES,
  SEVDESK: SEVDESK_CAPABILITIES,
  DATEV: DATEV_CAPABILITIES,
} satisfies Record<BooksType, Capabilities> & Record<FileBooksType, FileCapabilities>;

/** What a system can do; `readsBy` tells books that can be asked from those that go by file. */
export function capabilitiesOf<T extends BooksType | FileBooksType>(type: T): (typeof CAPABILITIES)[T] {
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

/** Signing in at books that let us in by tokens, each of which turns over when it is used. */
export interface BooksSignIn {
  /** A new token is fetched this long before the old one ends, so that no call starts with a dying one. */
  renewEarlyMs: number;
  authorizeUrl: (state: string, verifier: string) => string;
  exchangeCode: (code: string, verifier: string) => Promise<TokenPair>;
  refresh: (refreshToken: string) => Promise<TokenPair>;
  revoke: (refreshToken: string) => Promise<void>;
}

/** Undefined for books that let us in by something else. */
export function signInOf(type: BooksType): BooksSignIn | undefined {
  switch (type) {
    case "LEXOFFICE": {
      const config = lexwareOauth();
      return {
        renewEarlyMs: 10 * 60_000,
        authorizeUrl: (state, verifier) => authorizeUrl(config, state, verifier),
        exchangeCode: (code, verifier) => exchangeCode(config, code, verifier),
        refresh: (refreshToken) => refresh(config, refreshToken),
        revoke: (refreshToken) => revoke(config, refreshToken),
      };
    }
    case "SEVDESK":
      return undefined;
    default:
      return type satisfies never;
  }
}

export function lexwareOauth(): LexwareOauthConfig {
  const { APP_URL, LEXOFFICE_APP_URL: appUrl, LEXOFFICE_CLIENT_ID: clientId, LEXOFFICE_CLIENT_SECRET: secret } = env();
  return { appUrl, clientId, clientSecret: secret, redirectUri: `${APP_URL}/api/connect/lexoffice/return` };
}

/** Gives back what a sign-in at the vendor brought; nothing to do for those that have none. */
export async function giveBackSignIn(type: BooksType | FileBooksType, refreshToken: string): Promise<void> {
  if (type !== "DATEV") return await signInOf(type)?.revoke(refreshToken);
  const config = datevOauth();
  if (config) await revokeDatev(config, refreshToken);
}

/** The document in the vendor's own pages, for a browser; undefined where the vendor names no lasting address. */
export function documentPageOf(
  type: string,
  { kind, externalId }: Pick<BookDocument, "kind" | "externalId">,
): string | undefined {
  if (type !== "LEXOFFICE") return undefined;
  return `${env().LEXOFFICE_APP_URL}/permalink/${kind === "voucher" ? "vouchers" : "invoices"}/view/${externalId}`;
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
