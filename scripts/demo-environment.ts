import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Ports {
  web: number;
  desk: number;
}

/** Returns the addresses of the demo and of the journeys, with fixed distances from the control panel's port. */
export function placesOf(ports: Ports) {
  const at = (offset: number) => `http://127.0.0.1:${ports.desk + offset}`;
  return {
    app: `http://localhost:${ports.web}`,
    desk: `http://localhost:${ports.desk}`,
    lexware: at(1),
    gocardless: at(2),
    stripe: at(3),
    sevdesk: at(4),
    datev: at(5),
    mail: `http://localhost:${ports.desk + 80}`,
    smtp: `smtp://127.0.0.1:${ports.desk + 25}`,
    postgres: ports.desk + 32,
  };
}

/** Returns the environment of web and worker for the twins. The secrets are created once per data directory. */
export function demoEnvironment(ports: Ports, dataDir: string, databaseUrl: string): Record<string, string> {
  const places = placesOf(ports);
  const secrets = readSecrets(dataDir);
  return {
    NODE_ENV: "production",
    EINZUG_MODE: "sandbox",
    WEBHOOKS_ALLOW_PRIVATE: "true",
    EINZUG_DATA_DIR: dataDir,
    PORT: String(ports.web),
    // Nothing balances requests here.
    WEB_DRAIN_SECONDS: "0",
    SANDBOX_PORT: String(ports.desk),
    DATABASE_URL: databaseUrl,
    // As in docker-compose.yml: one web and one worker have a server to themselves.
    DATABASE_POOL_SIZE: process.env.DATABASE_POOL_SIZE ?? "10",
    APP_URL: places.app,
    NEXTAUTH_URL: places.app,
    AUTH_SECRET: secrets.authSecret,
    ENCRYPTION_KEYS: secrets.encryptionKeys,
    CLOCK_URL: `http://127.0.0.1:${ports.desk}/clock`,
    LEXOFFICE_APP_URL: places.lexware,
    LEXOFFICE_API_URL: places.lexware,
    LEXOFFICE_PUBLIC_KEY_URL: `${places.lexware}/webhookSignature/public/public_key.pub`,
    LEXOFFICE_CLIENT_ID: "e1b2c3d4-0000-4000-8000-000000000001",
    LEXOFFICE_CLIENT_SECRET: "lexware-sandbox-secret",
    GOCARDLESS_API_URL: places.gocardless,
    GOCARDLESS_CONNECT_URL: places.gocardless,
    GOCARDLESS_CLIENT_ID: "einzug-gocardless",
    GOCARDLESS_CLIENT_SECRET: "gc-sandbox-secret",
    GOCARDLESS_WEBHOOK_SECRET: "gc-sandbox-webhook-secret",
    STRIPE_API_URL: places.stripe,
    STRIPE_SECRET_KEY: "sk_test_einzug_sandbox",
    STRIPE_WEBHOOK_SECRET: "whsec_einzug_sandbox",
    SEVDESK_API_URL: `${places.sevdesk}/api/v1`,
    DATEV_API_URL: `${places.datev}/platform/v3`,
    DATEV_AUTHORIZE_URL: `${places.datev}/openid/authorize`,
    DATEV_TOKEN_URL: `${places.datev}/token`,
    DATEV_REVOKE_URL: `${places.datev}/revoke`,
    DATEV_CLIENT_ID: "einzug-datev",
    DATEV_CLIENT_SECRET: "datev-sandbox-secret",
    SMTP_URL: places.smtp,
    // The mail catcher hands mails for this domain to the worker, as an operator's mail server would.
    INBOUND_MAIL_DOMAIN: "rechnungen.einzug.test",
    INBOUND_SMTP_PORT: String(ports.desk + 26),
    // The twins answer at once or, with an armed fault, not at all.
    PROVIDER_TIMEOUT_MS: "5000",
    MAIL_FROM: "Einzug <post@einzug.test>",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

function readSecrets(dataDir: string): { authSecret: string; encryptionKeys: string } {
  const file = join(dataDir, "secrets.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as { authSecret: string; encryptionKeys: string };
  mkdirSync(dataDir, { recursive: true });
  const secrets = {
    authSecret: randomBytes(32).toString("base64url"),
    encryptionKeys: `k1:${randomBytes(32).toString("base64")}`,
  };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
