import { env } from "@/lib/core/env";
import { type DatevOauthConfig, revoke } from "@/lib/providers/accounting/datev/upload/oauth";
import { signInLimitMs } from "../../sign-in-limit";
import type { FileConnector } from "../door";
import { datevAccounting, type FileAccounting } from "./index";

export const datevConnector: FileConnector<FileAccounting> = {
  open: (access) => {
    const { DATEV_API_URL: apiUrl, DATEV_CLIENT_ID: clientId, PROVIDER_TIMEOUT_MS: timeoutMs } = env();
    return datevAccounting(clientId ? { ...access, apiUrl, clientId, timeoutMs } : null);
  },
  revokeSignIn: async (refreshToken) => {
    const config = datevOauth();
    if (config) await revoke(config, refreshToken);
  },
};

/** Returns the configuration of the sign-in at DATEV; null while our program is not registered there. */
export function datevOauth(): DatevOauthConfig | null {
  const { APP_URL, DATEV_CLIENT_ID: clientId, DATEV_CLIENT_SECRET: clientSecret, ...urls } = env();
  if (!clientId || !clientSecret) return null;
  return {
    authorizeUrl: urls.DATEV_AUTHORIZE_URL,
    tokenUrl: urls.DATEV_TOKEN_URL,
    revokeUrl: urls.DATEV_REVOKE_URL,
    ...{ clientId, clientSecret, redirectUri: `${APP_URL}/api/connect/datev/return` },
    timeoutMs: signInLimitMs(),
  };
}
