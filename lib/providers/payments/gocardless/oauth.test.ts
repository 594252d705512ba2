import { afterEach, describe, expect, test, vi } from "vitest";
import { authorizeUrl, exchangeCode, revoke } from "./oauth";

const CONFIG = {
  connectUrl: "https://connect.test",
  clientId: "client",
  clientSecret: "secret",
  redirectUri: "https://einzug.test/back",
};

afterEach(() => {
  vi.unstubAllGlobals();
});

function answer(status: number, body: unknown) {
  const sent: { url: string; form: URLSearchParams }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, form: new URLSearchParams(String(init.body)) });
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
  return sent;
}

describe("the sign-in at GoCardless", () => {
  test("has an address that requests read and write access and prefills what we know", () => {
    const url = new URL(
      authorizeUrl(CONFIG, "the-state", { email: "a@b.example", organisationName: "Müller & Co", countryCode: "DE" }),
    );
    expect(`${url.origin}${url.pathname}`).toBe("https://connect.test/oauth/authorize");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "client",
      scope: "read_write",
      redirect_uri: "https://einzug.test/back",
      state: "the-state",
      "prefill[email]": "a@b.example",
      "prefill[organisation_name]": "Müller & Co",
    });
    expect(url.search).not.toContain("secret");
  });

  test("exchanges a code for a grant", async () => {
    const sent = answer(200, {
      access_token: "t",
      scope: "read_write",
      token_type: "bearer",
      organisation_id: "OR1",
      email: "a@b.example",
    });
    expect(await exchangeCode(CONFIG, "the-code")).toEqual({
      accessToken: "t",
      organisationId: "OR1",
      email: "a@b.example",
      scope: "read_write",
    });
    expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
      grant_type: "authorization_code",
      code: "the-code",
      redirect_uri: CONFIG.redirectUri,
      client_id: "client",
      client_secret: "secret",
    });
  });

  test.each([
    [400, { error: "invalid_grant" }, "auth"],
    [429, "slow down", "rate_limited"],
    [500, "oops", "unavailable"],
    [200, { access_token: "t" }, "network"],
    [200, "<html>maintenance</html>", "network"],
  ])("turns the answer %i %j into an error of kind %s", async (status, body, kind) => {
    answer(status, body);
    await expect(exchangeCode(CONFIG, "code")).rejects.toMatchObject({ kind });
  });

  test("treats revoking an invalid token as done, but reports rate limits and server errors", async () => {
    answer(400, { error: "invalid_token" });
    await expect(revoke(CONFIG, "t")).resolves.toBeUndefined();
    answer(429, "");
    await expect(revoke(CONFIG, "t")).rejects.toMatchObject({ kind: "rate_limited" });
    answer(503, "");
    await expect(revoke(CONFIG, "t")).rejects.toMatchObject({ kind: "unavailable" });
  });
});
