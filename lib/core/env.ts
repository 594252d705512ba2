import { z } from "zod";
import { type LiveProblem, liveProblems } from "./live-rules";

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const secret = z.string().min(1);

/** Environment of web, worker and scripts; `docs/operations.md` explains each variable. */
const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  /** `live` refuses values that are public, guessable or unencrypted; `sandbox` refuses the vendors' live hosts. */
  EINZUG_MODE: z.enum(["live", "sandbox"]).default("live"),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//),
  /** All database connections of a process (`sharesOf`). */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(4).max(200).default(5),
  /** The worker answers `GET /health` at this port; without one it has no address. */
  WORKER_HEALTH_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** How long web still answers after SIGTERM, while its health is red (`web.ts`). */
  WEB_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  /** Public address of the web process, without trailing slash. */
  APP_URL: httpUrl,
  AUTH_SECRET: z.string().min(32),
  /** Number of our proxies that append to X-Forwarded-For: the caller is that many entries from its end. */
  TRUSTED_PROXIES: z.coerce.number().int().min(1).max(10).default(1),
  /** `id:base64` pairs of 32 bytes each, newest first: the first key encrypts, all keys decrypt. */
  ENCRYPTION_KEYS: z.string().regex(/^[a-z0-9]+:[A-Za-z0-9+/]{43}=(,[a-z0-9]+:[A-Za-z0-9+/]{43}=)*$/),
  /** Folder of the operator's legal texts, `imprint.de.md` and so on; without it the pages show templates. */
  EINZUG_LEGAL_DIR: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  /** The token that callers of `/api/metrics` need; without one that address does not exist. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Address of the collector that receives traces (OTLP over HTTP); without one nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** The share of traces that is sampled, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Sandbox only: `GET` returns `{ now }`, from which business dates are derived. */
  CLOCK_URL: httpUrl.optional(),

  LEXOFFICE_APP_URL: httpUrl.default("https://app.lexware.de"),
  LEXOFFICE_API_URL: httpUrl.default("https://api.lexware.io"),
  LEXOFFICE_PUBLIC_KEY_URL: httpUrl.default("https://developers.lexware.io/webhookSignature/public/public_key.pub"),
  LEXOFFICE_CLIENT_ID: secret,
  LEXOFFICE_CLIENT_SECRET: secret,
  /** The value agreed with Lexware for `accountSystem` of finance accounts. */
  LEXOFFICE_ACCOUNT_SYSTEM: z.string().default("EINZUG"),

  GOCARDLESS_API_URL: httpUrl.default("https://api.gocardless.com"),
  GOCARDLESS_CONNECT_URL: httpUrl.default("https://connect.gocardless.com"),
  GOCARDLESS_CLIENT_ID: secret,
  GOCARDLESS_CLIENT_SECRET: secret,
  GOCARDLESS_WEBHOOK_SECRET: secret,

  STRIPE_API_URL: httpUrl.default("https://api.stripe.com"),
  STRIPE_SECRET_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  /** JSON file of the campaigns; without it the product's own campaigns apply. */
  EINZUG_CAMPAIGNS_FILE: z.string().min(1).optional(),
  SEVDESK_API_URL: httpUrl.default("https://my.sevdesk.de/api/v1"),

  /** Uploads to DATEV online need a program that the operator has registered with DATEV. */
  DATEV_CLIENT_ID: secret.optional(),
  DATEV_CLIENT_SECRET: secret.optional(),
  DATEV_API_URL: httpUrl.default("https://accounting-extf-files.api.datev.de/platform/v3"),
  DATEV_AUTHORIZE_URL: httpUrl.default("https://login.datev.de/openid/authorize"),
  DATEV_TOKEN_URL: httpUrl.default("https://api.datev.de/token"),
  DATEV_REVOKE_URL: httpUrl.default("https://api.datev.de/revoke"),

  /** Time limit for one call to a vendor; Lexware's own gateway gives up after 30 s. */
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(120_000).default(32_000),

  /** Domain of the addresses for invoices by mail, and where the worker receives mails for it: both or neither. */
  INBOUND_MAIL_DOMAIN: z
    .string()
    .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/)
    .optional(),
  INBOUND_SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** The address on which the worker listens for the operator's mail server. */
  INBOUND_SMTP_HOST: z.string().min(1).default("127.0.0.1"),
  /** Lets suppliers' webhooks go to addresses of the own network, and by plain http. */
  WEBHOOKS_ALLOW_PRIVATE: z.stringbool().default(false),

  SMTP_URL: z.string().regex(/^smtps?:\/\//),
  MAIL_FROM: z.string().min(3),
});

export type Env = z.infer<typeof schema>;
export const ENV_NAMES = Object.keys(schema.shape);

const VENDOR_URLS = [
  "LEXOFFICE_APP_URL",
  "LEXOFFICE_API_URL",
  "LEXOFFICE_PUBLIC_KEY_URL",
  "GOCARDLESS_API_URL",
  "GOCARDLESS_CONNECT_URL",
  "STRIPE_API_URL",
  "SEVDESK_API_URL",
  "DATEV_API_URL",
  "DATEV_AUTHORIZE_URL",
  "DATEV_TOKEN_URL",
  "DATEV_REVOKE_URL",
] as const;
const LIVE_HOSTS = [
  "app.lexware.de",
  "api.lexware.io",
  "api.gocardless.com",
  "connect.gocardless.com",
  "my.sevdesk.de",
  "accounting-extf-files.api.datev.de",
  "login.datev.de",
  "api.datev.de",
];
/** DATEV's own sandbox uses the live hosts with other paths. */
const SANDBOX_PATH = /^\/(platform-sandbox|openidsandbox)\//;

/**
 * Validates an environment as a whole.
 *
 * @throws Error naming the variables that are wrong, never their values
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(filled);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join(".")))];
    throw new Error(`Environment: missing or malformed ${names.join(", ")}. See docs/operations.md.`);
  }
  const env = parsed.data;
  const problems = env.EINZUG_MODE === "live" ? liveProblemsOf(env, filled) : sandboxProblems(env);
  if (problems.length > 0) {
    const sentences = problems.map(
      ({ name, reason }) => `${name} must not be used in mode ${env.EINZUG_MODE}: ${reason}.`,
    );
    throw new Error(`Environment: ${sentences.join(" ")} See docs/operations.md.`);
  }
  if (Boolean(env.DATEV_CLIENT_ID) !== Boolean(env.DATEV_CLIENT_SECRET))
    throw new Error("Environment: DATEV_CLIENT_ID and DATEV_CLIENT_SECRET belong together.");
  if (Boolean(env.INBOUND_MAIL_DOMAIN) !== Boolean(env.INBOUND_SMTP_PORT))
    throw new Error("Environment: INBOUND_MAIL_DOMAIN and INBOUND_SMTP_PORT belong together.");
  return env;
}

function liveProblemsOf(env: Env, { NEXTAUTH_URL }: Record<string, string | undefined>): LiveProblem[] {
  const problems = liveProblems(env, VENDOR_URLS);
  // next-auth reads this variable itself.
  if (NEXTAUTH_URL && NEXTAUTH_URL.replace(/\/+$/, "") !== env.APP_URL)
    problems.push({ name: "NEXTAUTH_URL", reason: "it is not APP_URL" });
  return problems;
}

function sandboxProblems(env: Env): LiveProblem[] {
  const isLive = (url: string) => {
    const { hostname, pathname } = new URL(url);
    return LIVE_HOSTS.includes(hostname) && !SANDBOX_PATH.test(pathname);
  };
  const problems = VENDOR_URLS.filter((name) => isLive(env[name])).map((name) => ({
    name,
    reason: "it is a live host",
  }));
  return env.STRIPE_SECRET_KEY.includes("_live_")
    ? [...problems, { name: "STRIPE_SECRET_KEY", reason: "it moves real money" }]
    : problems;
}

let loaded: Env | undefined;

/** Returns the environment of this process, validated at the first call (web and worker call it when they start). */
export function env(): Env {
  loaded ??= parseEnv(process.env);
  return loaded;
}

const isWeb = process.env.NEXT_RUNTIME === "nodejs";

/** Values that are needed before the whole environment is validated. */
export const bootEnv = {
  /** True in the process of Next.js, false in the worker and in scripts. */
  isWeb,
  isProduction: process.env.NODE_ENV === "production",
  logLevel: process.env.LOG_LEVEL || "info",
  processName: process.env.EINZUG_PROCESS ?? (isWeb ? "web" : "worker"),
  /** Tracing has to start before everything else, so it cannot wait for the validation. */
  traces: () => ({
    endpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
    share: Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1),
  }),
};
