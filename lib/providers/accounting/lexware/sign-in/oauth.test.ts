import { describe, expect, test } from "vitest";
import { codeChallenge } from "@/lib/core/web/pkce";
import { authorizeUrl } from "./oauth";

const CONFIG = {
  appUrl: "https://app.test",
  clientId: "client",
  clientSecret: "secret",
  redirectUri: "https://einzug.test/back",
  timeoutMs: 1_000,
};

describe("the sign-in at Lexware", () => {
  test("computes the PKCE challenge of the vendor's test vector", () => {
    const verifier =
      "oJdaNUDOIK3xpqlkZ79Sa3dLWst2rF5F8EXQVrqWfzckNOPBC67SzNffeTTb54jSpfuSAnawxLgddxbIqXh4APOrKYqhI8W5fXtIytVSgjLlrnMn0AUB5h2O6VD1sTDJ";
    expect(codeChallenge(verifier)).toBe("9s_XWOy5h9KO8CQCqzRKr3WEntoEJepUZS9d1IYh_uo");
  });

  test("has an address with challenge and state, but with neither verifier nor secret", () => {
    const url = new URL(authorizeUrl(CONFIG, "the-state", "the-verifier"));
    expect(`${url.origin}${url.pathname}`).toBe("https://app.test/oauth2/authorize");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "client",
      redirect_uri: "https://einzug.test/back",
      response_type: "code",
      state: "the-state",
      code_challenge: codeChallenge("the-verifier"),
      code_challenge_method: "S256",
    });
    expect(url.search).not.toContain("the-verifier");
    expect(url.search).not.toContain("secret");
  });

  test("requests only the scopes that we need", () => {
    const scopes = new URL(authorizeUrl(CONFIG, "s", "v")).searchParams.get("scope")?.split(" ").sort();
    expect(scopes).toEqual([
      "contacts.read",
      "finance.read",
      "finance.write",
      "invoices.read",
      "payments.read",
      "profile.read",
      "transaction-assignment-hint.write",
      "voucherlist.read",
      "vouchers.read",
    ]);
  });
});
