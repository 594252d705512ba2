import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { liveEnvironment, testEnvironment } from "@/test/test-environment";
import { parseEnv } from "./env";

const live = (changes: Record<string, string | undefined>) => () => parseEnv({ ...liveEnvironment(), ...changes });

/** Reads `NAME=value` from a file of variables and `NAME: "value"` from a source file. */
function variablesOf(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").matchAll(/^ *([A-Z_]+)(?:=|: ")([^"\n]*)"?,?$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

const SECRET = /SECRET|KEYS?$|TOKEN$|CLIENT_ID/;
const IN_THE_REPOSITORY = [
  variablesOf("docker/sandbox.env"),
  testEnvironment(),
  variablesOf("scripts/demo-environment.ts"),
].flatMap((variables) => Object.entries(variables).filter(([name]) => SECRET.test(name)));

describe("mode live", () => {
  test("accepts a complete environment with its own secrets", () => {
    expect(parseEnv(liveEnvironment()).EINZUG_MODE).toBe("live");
    const datev = { DATEV_CLIENT_ID: "a-datev-client", DATEV_CLIENT_SECRET: "f7a1c93b20e8" };
    expect(live({ ...datev, NEXTAUTH_URL: "https://einzug.example" })().DATEV_CLIENT_ID).toBe("a-datev-client");
  });

  test.each(IN_THE_REPOSITORY)("refuses %s with a value from the repository: %s", (name, value) => {
    const pair = name.startsWith("DATEV") ? { DATEV_CLIENT_ID: "x-id-of-datev", DATEV_CLIENT_SECRET: "7d6f" } : {};
    expect(live({ ...pair, [name]: value })).toThrow(`${name} must not be used in mode live: its value is public`);
  });

  test("refuses a public key among others, and a public value under another name", () => {
    const own = liveEnvironment().ENCRYPTION_KEYS;
    const old = variablesOf("docker/sandbox.env").ENCRYPTION_KEYS?.replace("k1:", "k0:");
    expect(live({ ENCRYPTION_KEYS: `${own},${old}` })).toThrow("ENCRYPTION_KEYS must not");
    expect(live({ METRICS_TOKEN: "sandbox-only-sandbox-only-sandbox-only" })).toThrow("METRICS_TOKEN must not");
  });

  test.each([
    ["APP_URL", "http://einzug.example"],
    ["APP_URL", "https://localhost:3000"],
    ["APP_URL", "https://127.0.0.1"],
    ["NEXTAUTH_URL", "http://einzug.example"],
    ["AUTH_SECRET", "a".repeat(40)],
    ["AUTH_SECRET", "secretsecretsecretsecretsecretsecret"],
    ["METRICS_TOKEN", "1234123412341234"],
    ["GOCARDLESS_WEBHOOK_SECRET", "short"],
    ["ENCRYPTION_KEYS", `k1:${Buffer.alloc(32, 7).toString("base64")}`],
    ["ENCRYPTION_KEYS", `k1:${Buffer.from("thirty-two-letters-somebody-typed").subarray(0, 32).toString("base64")}`],
    ["METRICS_TOKEN", "kP3vXq81LmZ0rT7yWc5uNb2sHd9eFg4j"],
    ["DATABASE_URL", "postgresql://einzug:einzug@postgres:5432/einzug"],
    ["DATABASE_URL", "postgresql://einzug:einzug@one:5432,two:5432/einzug"],
    ["SMTP_URL", "smtps://user:pass word#%@"],
    ["STRIPE_SECRET_KEY", "rk_test_3f9a7c1e5b2d8064"],
    ["LEXOFFICE_API_URL", "https://localhost.:4001"],
    ["LEXOFFICE_API_URL", "https://twins.localhost"],
    ["GOCARDLESS_API_URL", "https://0.0.0.0:4002"],
    ["GOCARDLESS_API_URL", "https://[::ffff:127.0.0.1]:4002"],
    ["GOCARDLESS_API_URL", "https://2130706433"],
    ["STRIPE_API_URL", "https://twins:4003"],
    ["SEVDESK_API_URL", "https://192.168.0.7/api/v1"],
    ["GOCARDLESS_API_URL", "https://api-sandbox.gocardless.com"],
    ["DATEV_API_URL", "https://accounting-extf-files.api.datev.de/platform-sandbox/v3"],
    ["SMTP_URL", "smtp://user:password@mail.example.com:587"],
    ["SMTP_URL", "smtp://mail.example.com:587/?requireTLS=false"],
    ["MAIL_FROM", "Einzug <post@einzug.example>"],
    ["CLOCK_URL", "https://clock.example/now"],
  ])("refuses %s = %s by name, without its value", (name, value) => {
    expect(live({ [name]: value })).toThrow(`${name} must not be used in mode live`);
    expect(live({ [name]: value })).not.toThrow(value);
  });

  test("accepts a database address that only PostgreSQL can parse", () => {
    const url = "postgresql://einzug:9d1f%6b3a7c5e@one:5432,two:5432/einzug?host=/tmp";
    expect(live({ DATABASE_URL: url })().DATABASE_URL).toBe(url);
  });

  test("accepts a mail server that enforces encryption, and one on this machine", () => {
    for (const url of [
      "smtp://mail.example.com:587/?requireTLS=true",
      "smtp://localhost:25",
      "smtps://u:p@mail.example",
    ])
      expect(live({ SMTP_URL: url })().SMTP_URL).toBe(url);
  });
});

const REGISTER = "const { register } = await import('./instrumentation.ts'); await register();";

describe("with the sandbox's values in mode live", () => {
  test.each([
    ["the worker", ["worker.ts"], {}],
    ["the web process", ["--input-type=module", "--eval", REGISTER], { NEXT_RUNTIME: "nodejs" }],
  ])("%s exits at its start and names them", async (_what, args, more) => {
    const { PATH = "" } = process.env;
    const sandbox = { ...variablesOf("docker/sandbox.env"), EINZUG_MODE: "live" };
    const given = { ...liveEnvironment(), ...sandbox, ...more, PATH };
    const ended = await new Promise<{ code: unknown; said: string }>((resolve) => {
      execFile(
        process.execPath,
        ["--import", "tsx", ...args],
        { env: { NODE_ENV: "production", ...given } },
        (error, out, err) => resolve({ code: error?.code, said: out + err }),
      );
    });
    expect(ended.code).toBe(1);
    for (const name of ["APP_URL", "AUTH_SECRET", "ENCRYPTION_KEYS", "STRIPE_SECRET_KEY"])
      expect(ended.said).toContain(name);
  });
});
