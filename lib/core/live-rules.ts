import { isIP } from "node:net";

/** The variables that decide whether it is safe to move real money. */
export interface LiveEnv {
  APP_URL: string;
  DATABASE_URL: string;
  AUTH_SECRET: string;
  ENCRYPTION_KEYS: string;
  METRICS_TOKEN?: string;
  CLOCK_URL?: string;
  LEXOFFICE_CLIENT_ID: string;
  LEXOFFICE_CLIENT_SECRET: string;
  GOCARDLESS_CLIENT_ID: string;
  GOCARDLESS_CLIENT_SECRET: string;
  GOCARDLESS_WEBHOOK_SECRET: string;
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  DATEV_CLIENT_ID?: string;
  DATEV_CLIENT_SECRET?: string;
  SMTP_URL: string;
  MAIL_FROM: string;
}

/**
 * Values that anybody can read in this repository: of twins, containers and tests. A test compares them with the files.
 */
const PUBLIC_VALUES = new Set([
  "sandbox-only-sandbox-only-sandbox-only",
  "c2FuZGJveC1vbmx5LXNhbmRib3gtb25seS0zMmJ5dGU=",
  "e1b2c3d4-0000-4000-8000-000000000001",
  "lexware-sandbox-secret",
  "einzug-gocardless",
  "gc-sandbox-secret",
  "gc-sandbox-webhook-secret",
  "sk_test_einzug_sandbox",
  "whsec_einzug_sandbox",
  "einzug-datev",
  "datev-sandbox-secret",
  "einzug",
  "a-secret-of-the-tests-that-is-long-enough",
  "a-token-for-the-figures",
  "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=",
  "lexware-client",
  "lexware-secret",
  "gocardless-client",
  "gocardless-secret",
  "webhook-secret",
  "sk_test_nobody",
  "whsec_nobody",
]);
const FROM_VENDORS = [
  "LEXOFFICE_CLIENT_ID",
  "LEXOFFICE_CLIENT_SECRET",
  "GOCARDLESS_CLIENT_ID",
  "GOCARDLESS_CLIENT_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "DATEV_CLIENT_ID",
  "DATEV_CLIENT_SECRET",
] as const;
/** Secrets that the operator invents, so that no vendor ensures their quality. */
const MADE_UP = ["AUTH_SECRET", "GOCARDLESS_WEBHOOK_SECRET", "METRICS_TOKEN"] as const;
const MIN_SECRET_LENGTH = 16;
/** A random secret of sixteen hexadecimal digits has about ten different ones. */
const MIN_CHARACTERS = 6;

export interface LiveProblem {
  name: string;
  reason: string;
}

/** Returns the variables with which the product must not start in mode live. Reasons never contain a value. */
export function liveProblems(env: LiveEnv & Record<string, unknown>, vendorUrls: readonly string[]): LiveProblem[] {
  const problems = [...addressProblems(env, vendorUrls), ...secretProblems(env), ...mailProblems(env)];
  if (env.CLOCK_URL) problems.push({ name: "CLOCK_URL", reason: "business dates follow the real clock" });
  // Stripe has one host for test and live; only its keys differ.
  if (env.STRIPE_SECRET_KEY.includes("_test_"))
    problems.push({ name: "STRIPE_SECRET_KEY", reason: "it is a key for tests" });
  return problems;
}

function addressProblems(env: LiveEnv & Record<string, unknown>, vendorUrls: readonly string[]): LiveProblem[] {
  const problems: LiveProblem[] = [];
  const app = new URL(env.APP_URL);
  if (app.protocol !== "https:") problems.push({ name: "APP_URL", reason: "it is not https" });
  else if (isInternal(app.hostname)) problems.push({ name: "APP_URL", reason: "payers cannot reach that host" });
  for (const name of vendorUrls) {
    const url = new URL(String(env[name]));
    if (url.protocol !== "https:") problems.push({ name, reason: "it is not https" });
    else if (isInternal(url.hostname)) problems.push({ name, reason: "it is not a host of the vendor" });
    else if (/sandbox/.test(url.hostname + url.pathname)) problems.push({ name, reason: "it is a sandbox" });
  }
  return problems;
}

/** True for hosts that only this machine or its own network can resolve, and for IP addresses. */
function isInternal(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  return isIP(host) !== 0 || !host.includes(".") || /\.(localhost|local|internal|test)$/.test(host);
}

function secretProblems(env: LiveEnv): LiveProblem[] {
  const problems: LiveProblem[] = [];
  const keys = env.ENCRYPTION_KEYS.split(",").map((pair) => pair.slice(pair.indexOf(":") + 1));
  const values: [string, string][] = [
    ...[...FROM_VENDORS, ...MADE_UP].map((name): [string, string] => [name, env[name] ?? ""]),
    ...keys.map((key): [string, string] => ["ENCRYPTION_KEYS", key]),
    ["DATABASE_URL", /^\w+:\/\/[^/@]*:([^/@]*)@/.exec(env.DATABASE_URL)?.[1] ?? ""],
  ];
  for (const [name, value] of values) {
    if (PUBLIC_VALUES.has(value)) problems.push({ name, reason: "its value is public" });
    const isRepeated = value !== "" && values.some(([other, same]) => other !== name && same === value);
    if (isRepeated && !name.endsWith("_CLIENT_ID")) problems.push({ name, reason: "another variable has its value" });
  }
  for (const name of MADE_UP)
    if (env[name] && isGuessable(env[name])) problems.push({ name, reason: "it is guessable" });
  if (keys.some((key) => isTyped(Buffer.from(key, "base64"))))
    problems.push({ name: "ENCRYPTION_KEYS", reason: "a key is not random" });
  return problems;
}

function isGuessable(secret: string): boolean {
  return (
    secret.length < MIN_SECRET_LENGTH || new Set(secret).size < MIN_CHARACTERS || /^(.{1,8})\1+.{0,7}$/.test(secret)
  );
}

/**
 * True for a key that somebody typed: random bytes are hardly ever all printable, and hardly ever few different ones.
 */
function isTyped(key: Buffer): boolean {
  return key.every((byte) => byte >= 0x20 && byte < 0x7f) || new Set(key).size < MIN_SECRET_LENGTH;
}

function mailProblems({ SMTP_URL, MAIL_FROM }: LiveEnv): LiveProblem[] {
  const problems: LiveProblem[] = [];
  // The error for an invalid URL would print it, with its password.
  if (!URL.canParse(SMTP_URL)) return [{ name: "SMTP_URL", reason: "it is no address" }];
  const server = new URL(SMTP_URL);
  const isThisMachine = /^(localhost|127\.[\d.]+|\[::1\])$/.test(server.hostname);
  const isSealed = server.protocol === "smtps:" || server.searchParams.get("requireTLS") === "true";
  if (!isSealed && !isThisMachine)
    problems.push({ name: "SMTP_URL", reason: "mails would travel in the clear; use smtps: or ?requireTLS=true" });
  if (/\.(test|example|invalid|localhost)>?\s*$/.test(MAIL_FROM))
    problems.push({ name: "MAIL_FROM", reason: "its domain is for examples" });
  return problems;
}
