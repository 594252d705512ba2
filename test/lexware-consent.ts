import { randomUUID } from "node:crypto";
import { authorizeUrl, exchangeCode, type LexwareOauthConfig } from "@/lib/providers/accounting/lexware/sign-in/oauth";
import type { TokenPair } from "@/lib/providers/accounting/port";

/** The organisation that contains the twin's demo data. */
export const DEMO_ORGANISATION = "3f6c1b90-52d1-4d0c-8f36-0a4be0b7c1d2";

/**
 * A person consents on Lexware's page. Returns the address to which the browser is redirected, and the verifier for the
 * exchange.
 */
export async function consent(
  config: LexwareOauthConfig,
  organisation = DEMO_ORGANISATION,
): Promise<{ back: URL; verifier: string }> {
  const verifier = `${randomUUID()}${randomUUID()}`;
  const url = new URL(authorizeUrl(config, "the-state", verifier));
  const form = new URLSearchParams(url.searchParams);
  form.set("decision", "approve");
  form.set("organisation", organisation);
  const response = await fetch(`${url.origin}${url.pathname}`, { method: "POST", body: form, redirect: "manual" });
  return { back: new URL(response.headers.get("location") ?? "about:blank"), verifier };
}

/** Creates a new connection, from consent to tokens. */
export async function connectAtLexware(config: LexwareOauthConfig): Promise<TokenPair> {
  const { back, verifier } = await consent(config);
  return await exchangeCode(config, back.searchParams.get("code") ?? "", verifier);
}
