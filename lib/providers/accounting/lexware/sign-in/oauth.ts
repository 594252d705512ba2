import { callProvider } from "@/lib/core/web/http-client";
import { codeChallenge } from "@/lib/core/web/pkce";
import { ProviderError } from "@/lib/core/web/provider-error";
import { wireTokens } from "@/lib/providers/accounting/lexware/books/wire";
import type { TokenPair } from "@/lib/providers/accounting/port";
import { tokenRefusal } from "@/lib/providers/accounting/token-refusal";
import { jsonOf } from "@/lib/providers/reading";

/**
 * Lexware partner OAuth 2.1: authorization code with PKCE, rotating refresh tokens (reference 2.2). Two concurrent
 * refreshes of one token end the connection, so callers acquire a lease before they call `refresh`.
 */
export interface LexwareOauthConfig {
  appUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Longest wait for one answer, in milliseconds. */
  timeoutMs: number;
}

const SCOPES =
  "profile.read contacts.read invoices.read voucherlist.read vouchers.read payments.read finance.read finance.write transaction-assignment-hint.write";

export function authorizeUrl(config: LexwareOauthConfig, state: string, verifier: string): string {
  const query = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: config.redirectUri,
    response_type: "code",
    state,
    code_challenge: codeChallenge(verifier),
    code_challenge_method: "S256",
    scope: SCOPES,
    connection_name: "Einzug",
  });
  return `${config.appUrl}/oauth2/authorize?${query}`;
}

export async function exchangeCode(config: LexwareOauthConfig, code: string, verifier: string): Promise<TokenPair> {
  return await requestTokens(config, {
    grant_type: "authorization_code",
    code,
    redirect_uri: config.redirectUri,
    code_verifier: verifier,
  });
}

/**
 * Exchanges a refresh token for a new pair of tokens.
 *
 * @throws ProviderError kind `auth` (`invalid_grant`): the connection has ended, and the supplier must connect again
 */
export async function refresh(config: LexwareOauthConfig, refreshToken: string): Promise<TokenPair> {
  return await requestTokens(config, { grant_type: "refresh_token", refresh_token: refreshToken });
}

/** Revokes a token. An unknown or expired token is not an error. */
export async function revoke(config: LexwareOauthConfig, refreshToken: string): Promise<void> {
  const response = await post(config, "/oauth2/revoke", { token: refreshToken });
  if (response.status === 429) throw new ProviderError("rate_limited", "Lexware revoke: 429");
  if (response.status >= 500) throw new ProviderError("unavailable", `Lexware revoke: ${response.status}`);
}

async function requestTokens(config: LexwareOauthConfig, form: Record<string, string>): Promise<TokenPair> {
  const response = await post(config, "/oauth2/token", form);
  if (response.status === 429) throw new ProviderError("rate_limited", "Lexware authorization server: 429");
  if (response.status >= 500)
    throw new ProviderError("unavailable", `Lexware authorization server: ${response.status}`);
  if (response.status >= 400) throw tokenRefusal("Lexware", response.status, jsonOf(response.text));
  const tokens = wireTokens.safeParse(jsonOf(response.text));
  if (!tokens.success) throw new ProviderError("network", "Lexware token response is malformed");
  const { access_token, refresh_token, expires_in, scope } = tokens.data;
  return { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: expires_in, scope: scope ?? "" };
}

async function post(config: LexwareOauthConfig, path: string, form: Record<string, string>) {
  const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString("base64");
  const headers = {
    authorization: `Basic ${basic}`,
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  };
  return await callProvider(
    "lexware",
    `${config.appUrl}${path}`,
    { method: "POST", headers, body: new URLSearchParams(form).toString() },
    config.timeoutMs,
  );
}
