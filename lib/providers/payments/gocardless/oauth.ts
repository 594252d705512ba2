import { z } from "zod";
import { callProvider } from "@/lib/core/web/http-client";
import { ProviderError } from "@/lib/core/web/provider-error";
import { jsonOf } from "../../reading";
import { signInLimitMs } from "../../sign-in-limit";

/** GoCardless partner OAuth (reference section 4): no refresh token; access ends when the merchant revokes it. */
export interface GocardlessOauthConfig {
  connectUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export interface GocardlessGrant {
  accessToken: string;
  organisationId: string;
  email: string;
  scope: string;
}

const grant = z.object({
  access_token: z.string(),
  organisation_id: z.string(),
  email: z.string().nullish(),
  scope: z.string().nullish(),
});

export function authorizeUrl(
  config: GocardlessOauthConfig,
  state: string,
  prefill: { email: string; organisationName: string; countryCode: string },
): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: config.clientId,
    scope: "read_write",
    redirect_uri: config.redirectUri,
    state,
    initial_view: "login",
    "prefill[email]": prefill.email,
    "prefill[organisation_name]": prefill.organisationName,
    "prefill[country_code]": prefill.countryCode,
  });
  return `${config.connectUrl}/oauth/authorize?${query}`;
}

/**
 * Exchanges a code for a grant.
 *
 * @throws ProviderError kind `auth` if the code is used, expired or not ours
 */
export async function exchangeCode(config: GocardlessOauthConfig, code: string): Promise<GocardlessGrant> {
  const form = { grant_type: "authorization_code", code, redirect_uri: config.redirectUri };
  const response = await post(config, "/oauth/access_token", form);
  if (response.status === 429) throw new ProviderError("rate_limited", "GoCardless token request: 429");
  if (response.status >= 500) throw new ProviderError("unavailable", `GoCardless token request: ${response.status}`);
  if (response.status >= 400) throw new ProviderError("auth", `GoCardless token request refused: ${response.status}`);
  const parsed = grant.safeParse(jsonOf(response.text));
  if (!parsed.success) throw new ProviderError("network", "GoCardless token response is malformed");
  const { access_token: accessToken, organisation_id: organisationId, email, scope } = parsed.data;
  return { accessToken, organisationId, email: email ?? "", scope: scope ?? "" };
}

/** Revokes a token. One that is already invalid is not an error. */
export async function revoke(config: GocardlessOauthConfig, token: string): Promise<void> {
  const response = await post(config, "/oauth/revoke", { token });
  if (response.status === 429) throw new ProviderError("rate_limited", "GoCardless revoke: 429");
  if (response.status >= 500) throw new ProviderError("unavailable", `GoCardless revoke: ${response.status}`);
}

async function post(config: GocardlessOauthConfig, path: string, form: Record<string, string>) {
  const body = new URLSearchParams({
    ...form,
    client_id: config.clientId,
    client_secret: config.clientSecret,
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const init = { method: "POST", headers, body };
  return await callProvider("gocardless", `${config.connectUrl}${path}`, init, signInLimitMs());
}
