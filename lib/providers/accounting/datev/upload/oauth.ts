import { createHash } from "node:crypto";
import { z } from "zod";
import { callProvider, type ProviderResponse } from "@/lib/core/web/http-client";
import { codeChallenge } from "@/lib/core/web/pkce";
import { ProviderError } from "@/lib/core/web/provider-error";
import { datevError } from "@/lib/providers/accounting/datev/errors";
import { tokenRefusal } from "@/lib/providers/accounting/token-refusal";
import { jsonOf } from "@/lib/providers/reading";

/**
 * DATEV's sign-in: OpenID Connect, authorization code with PKCE (reference 3.1). Each address is configured, because
 * they differ between production, DATEV's sandbox and its coming identity provider.
 */
export interface DatevOauthConfig {
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Longest wait for one answer, in milliseconds. */
  timeoutMs: number;
}

export interface DatevTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
}

export const DATEV_SCOPES = "openid datev:accounting:extf-files-import";

const wireTokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  token_type: z.string().regex(/^bearer$/i),
  // Present after a sign-in; a refresh may omit it.
  id_token: z.string().optional(),
});

/**
 * Returns the address of DATEV's sign-in page. DATEV requires a nonce in addition to the state (reference 3.1);
 * `exchangeCode` compares it with the nonce in the id token.
 */
export function authorizeUrl(config: DatevOauthConfig, state: string, verifier: string): string {
  const query = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: config.redirectUri,
    response_type: "code",
    scope: DATEV_SCOPES,
    state,
    nonce: nonceOf(verifier),
    code_challenge: codeChallenge(verifier),
    code_challenge_method: "S256",
    enableWindowsSso: "true",
  });
  return `${config.authorizeUrl}?${query}`;
}

/**
 * Derives the nonce from the verifier, so it need not be stored. Only the holder of the verifier can compute it, and it
 * does not reveal the verifier.
 */
function nonceOf(verifier: string): string {
  return createHash("sha256").update(`nonce:${verifier}`).digest("base64url");
}

/**
 * Exchanges the code for tokens.
 *
 * @throws ProviderError kind `auth` if DATEV refuses code or verifier, or if the tokens belong to another sign-in
 */
export async function exchangeCode(config: DatevOauthConfig, code: string, verifier: string): Promise<DatevTokens> {
  const { idToken, ...tokens } = await requestTokens(config, {
    grant_type: "authorization_code",
    code,
    redirect_uri: config.redirectUri,
    code_verifier: verifier,
  });
  if (nonceIn(idToken) !== nonceOf(verifier))
    throw new ProviderError("auth", "DATEV: nonce mismatch in the id token", "nonce_wrong");
  return tokens;
}

/**
 * Returns the nonce in an id token. The signature is not checked, because the token came directly from DATEV and not
 * through a browser (OpenID Connect 3.1.3.7).
 */
function nonceIn(idToken: string | undefined): unknown {
  const [, claims = ""] = idToken?.split(".") ?? [];
  return ((jsonOf(Buffer.from(claims, "base64url").toString("utf8")) ?? {}) as { nonce?: unknown }).nonce;
}

/**
 * Returns a new pair of tokens, which replaces both old ones: refresh tokens rotate.
 *
 * @throws ProviderError kind `auth` (`invalid_grant`): the supplier must sign in again
 */
export async function refresh(config: DatevOauthConfig, refreshToken: string): Promise<DatevTokens> {
  const { idToken: _idToken, ...tokens } = await requestTokens(config, {
    ...{ grant_type: "refresh_token", refresh_token: refreshToken },
  });
  return tokens;
}

/** Revokes a refresh token. An unknown or expired token is not an error. */
export async function revoke(config: DatevOauthConfig, refreshToken: string): Promise<void> {
  const response = await post(config, config.revokeUrl, { token: refreshToken, token_type_hint: "refresh_token" });
  if (response.status >= 500 || response.status === 429)
    throw datevError(response.status, response.text, response.headers.get("retry-after"));
}

async function requestTokens(
  config: DatevOauthConfig,
  form: Record<string, string>,
): Promise<DatevTokens & { idToken?: string }> {
  const { status, text, headers } = await post(config, config.tokenUrl, form);
  if (status >= 500 || status === 429) throw datevError(status, text, headers.get("retry-after"));
  if (status >= 400) throw tokenRefusal("DATEV", status, jsonOf(text));
  const tokens = wireTokens.safeParse(jsonOf(text));
  if (!tokens.success) throw new ProviderError("network", "DATEV token response is malformed");
  const { access_token, refresh_token, expires_in, id_token: idToken } = tokens.data;
  return { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: expires_in, idToken };
}

async function post(config: DatevOauthConfig, url: string, form: Record<string, string>): Promise<ProviderResponse> {
  const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString("base64");
  const headers = {
    authorization: `Basic ${basic}`,
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  };
  const body = new URLSearchParams(form).toString();
  return await callProvider("datev", url, { method: "POST", headers, body }, config.timeoutMs);
}
