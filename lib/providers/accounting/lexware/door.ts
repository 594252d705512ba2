import { env } from "@/lib/core/env";
import { readEvent } from "@/lib/providers/accounting/lexware/callbacks/events";
import {
  authorizeUrl,
  exchangeCode,
  type LexwareOauthConfig,
  refresh,
  revoke,
} from "@/lib/providers/accounting/lexware/sign-in/oauth";
import { signInLimitMs } from "../../sign-in-limit";
import type { OnlineConnector } from "../door";
import { lexwareAccounting } from "./index";

export const lexwareConnector: OnlineConnector = {
  open: (access) =>
    lexwareAccounting({
      ...access,
      apiUrl: env().LEXOFFICE_API_URL,
      timeoutMs: env().PROVIDER_TIMEOUT_MS,
      accountSystem: env().LEXOFFICE_ACCOUNT_SYSTEM,
    }),
  signIn: () => {
    const config = lexwareOauth();
    return {
      renewEarlyMs: 10 * 60_000,
      authorizeUrl: (state, verifier) => authorizeUrl(config, state, verifier),
      exchangeCode: (code, verifier) => exchangeCode(config, code, verifier),
      refresh: (refreshToken) => refresh(config, refreshToken),
      revoke: (refreshToken) => revoke(config, refreshToken),
    };
  },
  callbacks: { path: "/api/webhooks/lexoffice", readEvent },
  documentPage: ({ kind, externalId }) =>
    `${env().LEXOFFICE_APP_URL}/permalink/${kind === "voucher" ? "vouchers" : "invoices"}/view/${externalId}`,
};

export function lexwareOauth(): LexwareOauthConfig {
  const { APP_URL, LEXOFFICE_APP_URL: appUrl, LEXOFFICE_CLIENT_ID: clientId, LEXOFFICE_CLIENT_SECRET: secret } = env();
  const redirectUri = `${APP_URL}/api/connect/lexoffice/return`;
  return { appUrl, clientId, clientSecret: secret, redirectUri, timeoutMs: signInLimitMs() };
}
