import { describe, expect, test } from "vitest";
import { liveEnvironment, testEnvironment } from "@/test/test-environment";
import { parseEnv } from "./env";

function sandbox(changes: Record<string, string | undefined> = {}) {
  return { ...testEnvironment(), ...changes };
}

function live(changes: Record<string, string | undefined> = {}) {
  return { ...liveEnvironment(), ...changes };
}

describe("the environment", () => {
  test("of a sandbox gets its defaults", () => {
    const env = parseEnv(sandbox({ PORT: "1", TRUSTED_PROXIES: "3", DATABASE_POOL_SIZE: undefined }));
    expect(env).toMatchObject({ EINZUG_MODE: "sandbox", DATABASE_POOL_SIZE: 5, TRUSTED_PROXIES: 3 });
  });

  test("of a live installation points at the vendors by default, and its own address loses the trailing slash", () => {
    const env = parseEnv(live());
    expect(env.LEXOFFICE_API_URL).toBe("https://api.lexware.io");
    expect(env.GOCARDLESS_CONNECT_URL).toBe("https://connect.gocardless.com");
    expect(env.APP_URL).toBe("https://einzug.example");
  });

  test("is live unless EINZUG_MODE is set", () => {
    expect(parseEnv(live({ EINZUG_MODE: undefined })).EINZUG_MODE).toBe("live");
  });

  test.each([
    ["DATABASE_URL", "mysql://localhost/x"],
    ["AUTH_SECRET", "too-short"],
    ["ENCRYPTION_KEYS", "k1:AAAA"],
    ["APP_URL", "einzug.example"],
    ["APP_URL", "ftp://einzug.example"],
    ["SMTP_URL", "http://mail"],
    ["EINZUG_MODE", "test"],
    ["DATABASE_POOL_SIZE", "0"],
    ["LEXOFFICE_CLIENT_SECRET", ""],
    ["GOCARDLESS_WEBHOOK_SECRET", undefined],
  ])("is refused for %s = %s with the variable's name but without its value", (name, value) => {
    const parse = () => parseEnv(sandbox({ [name]: value }));
    expect(parse).toThrow(name);
    if (value) expect(parse).not.toThrow(value);
  });

  test("is refused with the names of all wrong variables at once", () => {
    expect(() => parseEnv(sandbox({ AUTH_SECRET: undefined, MAIL_FROM: undefined }))).toThrow(/AUTH_SECRET.*MAIL_FROM/);
  });
});

describe("live and sandbox never mix", () => {
  test.each([
    ["LEXOFFICE_API_URL", "http://localhost:4001"],
    ["LEXOFFICE_APP_URL", "http://127.0.0.1:4001"],
    ["LEXOFFICE_PUBLIC_KEY_URL", "http://127.1.2.3:4001/key"],
    ["GOCARDLESS_API_URL", "http://[::1]:4002"],
    ["GOCARDLESS_CONNECT_URL", "http://localhost:4002"],
    ["STRIPE_API_URL", "http://localhost:4003"],
    ["STRIPE_SECRET_KEY", "sk_test_x"],
    ["SEVDESK_API_URL", "http://localhost:4004/api/v1"],
    ["DATEV_API_URL", "http://localhost:4005/platform/v3"],
    ["DATEV_TOKEN_URL", "http://localhost:4005/token"],
  ])("mode live refuses %s at %s", (name, value) => {
    expect(() => parseEnv(live({ [name]: value }))).toThrow(`${name} must not be used in mode live`);
  });

  test.each([
    ["LEXOFFICE_API_URL", "https://api.lexware.io"],
    ["LEXOFFICE_APP_URL", "https://app.lexware.de"],
    ["GOCARDLESS_API_URL", "https://api.gocardless.com"],
    ["GOCARDLESS_CONNECT_URL", "https://connect.gocardless.com"],
    ["SEVDESK_API_URL", "https://my.sevdesk.de/api/v1"],
    ["DATEV_API_URL", "https://accounting-extf-files.api.datev.de/platform/v3"],
    ["DATEV_AUTHORIZE_URL", "https://login.datev.de/openid/authorize"],
    ["DATEV_TOKEN_URL", "https://api.datev.de/token"],
    ["DATEV_REVOKE_URL", "https://api.datev.de/revoke"],
  ])("mode sandbox refuses %s at %s, also as the default", (name, value) => {
    expect(() => parseEnv(sandbox({ [name]: value }))).toThrow(`${name} must not be used in mode sandbox`);
    expect(() => parseEnv(sandbox({ [name]: undefined }))).toThrow(name);
  });

  test("mode sandbox accepts DATEV's own sandbox, and a client id only together with its secret", () => {
    const datev = { DATEV_API_URL: "https://accounting-extf-files.api.datev.de/platform-sandbox/v3" };
    const login = { DATEV_AUTHORIZE_URL: "https://login.datev.de/openidsandbox/authorize" };
    expect(parseEnv(sandbox({ ...datev, ...login }))).toMatchObject({ ...datev, ...login });
    expect(() => parseEnv(sandbox({ DATEV_CLIENT_ID: "x" }))).toThrow("belong together");
  });

  test("mode sandbox refuses Stripe's live keys, but accepts Stripe's host, which is the same for both", () => {
    expect(() => parseEnv(sandbox({ STRIPE_SECRET_KEY: "sk_live_x" }))).toThrow("STRIPE_SECRET_KEY");
    expect(parseEnv(sandbox({ STRIPE_API_URL: undefined })).STRIPE_API_URL).toBe("https://api.stripe.com");
  });

  test("only mode sandbox accepts CLOCK_URL", () => {
    expect(() => parseEnv(live({ CLOCK_URL: "https://clock.example/now" }))).toThrow("CLOCK_URL");
    expect(parseEnv(sandbox({ CLOCK_URL: "http://localhost:4000/clock" })).CLOCK_URL).toBe(
      "http://localhost:4000/clock",
    );
  });
});
