import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { env } from "@/lib/core/env";
import { issueAccessToken, issueTicket, readAccessToken, readOldLink, readTicket } from "./tokens";

const TOKEN = { sessionId: "ses_1", userId: "usr_1", customerId: "cus_1" };
const key = (secret = env().AUTH_SECRET) => new TextEncoder().encode(secret);

function forged(alg = "HS256") {
  return new SignJWT({ sid: "ses_1", customerId: "cus_1" })
    .setProtectedHeader({ alg })
    .setSubject("usr_1")
    .setAudience("einzug-api")
    .setIssuedAt()
    .setExpirationTime("1h");
}

/** A token as mails had it before their links became short. */
async function oldLink(audience = "einzug-address"): Promise<string> {
  return await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("adl_1")
    .setAudience(audience)
    .setExpirationTime("1h")
    .sign(key());
}

afterEach(() => {
  vi.useRealTimers();
});

describe("an access token", () => {
  test("names the session, the person and the supplier", async () => {
    expect(await readAccessToken(await issueAccessToken(TOKEN))).toEqual(TOKEN);
  });

  test("expires after twelve hours", async () => {
    vi.useFakeTimers({ now: new Date("2026-09-01T08:00:00Z"), toFake: ["Date"] });
    const token = await issueAccessToken(TOKEN);
    vi.setSystemTime(new Date("2026-09-01T19:59:00Z"));
    expect(await readAccessToken(token)).toEqual(TOKEN);
    vi.setSystemTime(new Date("2026-09-01T20:01:00Z"));
    expect(await readAccessToken(token)).toBeUndefined();
  });

  test("made by the helper of this file is accepted, so that the refusals below have no other cause", async () => {
    expect(await readAccessToken(await forged().sign(key()))).toEqual(TOKEN);
  });

  test("without a signature (alg none) is refused", async () => {
    const unsigned = new UnsecuredJWT({ sid: "ses_1", customerId: "cus_1" })
      .setSubject("usr_1")
      .setAudience("einzug-api")
      .setExpirationTime("1h")
      .encode();
    expect(await readAccessToken(unsigned)).toBeUndefined();
  });

  test.each([
    ["under another key", () => forged().sign(key("another-secret-that-is-also-long-enough"))],
    ["by another algorithm", () => forged("HS512").sign(key())],
    ["for another audience", () => forged().setAudience("somebody-else").sign(key())],
    [
      "expired",
      () =>
        forged()
          .setExpirationTime(Math.floor(Date.now() / 1_000) - 60)
          .sign(key()),
    ],
    ["not yet valid", () => forged().setNotBefore("1h").sign(key())],
    [
      "of nobody",
      () =>
        new SignJWT({ sid: "ses_1", customerId: "cus_1" })
          .setProtectedHeader({ alg: "HS256" })
          .setAudience("einzug-api")
          .setExpirationTime("1h")
          .sign(key()),
    ],
    [
      "for no supplier",
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: "HS256" })
          .setSubject("usr_1")
          .setAudience("einzug-api")
          .setExpirationTime("1h")
          .sign(key()),
    ],
  ])("%s is refused", async (_what, make) => {
    expect(await readAccessToken(await make())).toBeUndefined();
  });

  test.each(["", "a.b.c", "Bearer x", "eyJhbGciOiJIUzI1NiJ9..", "null"])("that is %j is refused", async (token) => {
    expect(await readAccessToken(token)).toBeUndefined();
  });

  test("with changed contents is refused", async () => {
    const [head, , signature] = (await issueAccessToken(TOKEN)).split(".");
    const body = Buffer.from(
      JSON.stringify({ sub: "usr_1", sid: "ses_1", customerId: "cus_2", aud: "einzug-api", exp: 4_000_000_000 }),
    ).toString("base64url");
    expect(await readAccessToken(`${head}.${body}.${signature}`)).toBeUndefined();
  });
});

describe("a token", () => {
  const kinds = {
    access: { issue: () => issueAccessToken(TOKEN), read: readAccessToken },
    ticket: { issue: () => issueTicket("ses_1"), read: readTicket },
    "link about an address": { issue: () => oldLink(), read: (token: string) => readOldLink("einzug-address", token) },
    "link to a new password": {
      issue: () => oldLink("einzug-reset"),
      read: (token: string) => readOldLink("einzug-reset", token),
    },
  };

  test.each(Object.keys(kinds) as (keyof typeof kinds)[])("of kind %s is accepted only as such", async (kind) => {
    const token = await kinds[kind].issue();
    for (const [other, { read }] of Object.entries(kinds)) {
      if (other === kind) expect(await read(token), other).toBeDefined();
      else expect(await read(token), other).toBeUndefined();
    }
  });
});
