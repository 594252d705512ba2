import { afterAll, describe, expect, test } from "vitest";
import { lexwareOauth } from "@/lib/providers/accounting/lexware/door";
import { connectAtLexware, consent } from "@/test/lexware-consent";
import { TestSandbox } from "@/test/sandbox";
import { exchangeCode, refresh, revoke } from "./oauth";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
const config = lexwareOauth();

describe("the sign-in at Lexware, against the twin", () => {
  test("returns the state and exchanges the code with its verifier for a pair of tokens", async () => {
    const { back, verifier } = await consent(config);
    expect(back.searchParams.get("state")).toBe("the-state");
    const pair = await exchangeCode(config, back.searchParams.get("code") ?? "", verifier);
    expect(pair).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresInSeconds: 14_399,
    });
    expect(pair.scope).toContain("voucherlist.read");
  });

  test("accepts a code only once", async () => {
    const { back, verifier } = await consent(config);
    const code = back.searchParams.get("code") ?? "";
    await exchangeCode(config, code, verifier);
    await expect(exchangeCode(config, code, verifier)).rejects.toMatchObject({ kind: "auth", code: "invalid_grant" });
  });

  test("refuses a code with another verifier or another return address", async () => {
    const { back } = await consent(config);
    const code = back.searchParams.get("code") ?? "";
    await expect(exchangeCode(config, code, "another-verifier-that-nobody-has-ever-seen-before")).rejects.toMatchObject(
      { kind: "auth" },
    );
    const fresh = await consent(config);
    const elsewhere = { ...config, redirectUri: `${config.redirectUri}/elsewhere` };
    await expect(
      exchangeCode(elsewhere, fresh.back.searchParams.get("code") ?? "", fresh.verifier),
    ).rejects.toMatchObject({ kind: "auth" });
  });

  test("reports a wrong client secret as our fault, not the supplier's", async () => {
    const { back, verifier } = await consent(config);
    const code = back.searchParams.get("code") ?? "";
    await expect(exchangeCode({ ...config, clientSecret: "wrong" }, code, verifier)).rejects.toMatchObject({
      kind: "unavailable",
      code: "invalid_client",
    });
  });

  test("replaces the refresh token at each refresh and refuses the old one", async () => {
    const first = await connectAtLexware(config);
    const second = await refresh(config, first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    await expect(refresh(config, first.refreshToken)).rejects.toMatchObject({
      kind: "auth",
      code: "invalid_grant",
      isRetryable: false,
    });
  });

  test("revokes a token, and revoking it twice is not an error", async () => {
    const { refreshToken } = await connectAtLexware(config);
    await revoke(config, refreshToken);
    await expect(refresh(config, refreshToken)).rejects.toMatchObject({ kind: "auth" });
    await expect(revoke(config, refreshToken)).resolves.toBeUndefined();
  });

  test("reports a rate limit when revoking, and the token stays valid until a retry", async () => {
    const { refreshToken } = await connectAtLexware(config);
    await sandbox.fault("lexware", "status-429", "/oauth2/revoke");
    await expect(revoke(config, refreshToken)).rejects.toMatchObject({ kind: "rate_limited" });
    await revoke(config, refreshToken);
    await expect(refresh(config, refreshToken)).rejects.toMatchObject({ kind: "auth" });
  });

  test.each([
    ["status-429", "rate_limited"],
    ["status-500", "unavailable"],
    ["status-502-html", "unavailable"],
    ["malformed-json", "network"],
    ["reset", "network"],
  ])("turns the authorization server's fault %s into a retryable error of kind %s", async (fault, kind) => {
    const { refreshToken } = await connectAtLexware(config);
    await sandbox.fault("lexware", fault, "/oauth2/token");
    await expect(refresh(config, refreshToken)).rejects.toMatchObject({ kind, isRetryable: true });
  });
});
