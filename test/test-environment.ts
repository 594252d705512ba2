/** Returns a complete, valid environment without any real vendor. Nothing answers on port 9. */
export function testEnvironment(): Record<string, string> {
  return {
    NODE_ENV: "test",
    EINZUG_MODE: "sandbox",
    LOG_LEVEL: "silent",
    METRICS_TOKEN: "a-token-for-the-figures",
    DATABASE_URL: "postgresql://nobody:nobody@127.0.0.1:9/nothing",
    // Tests read over further connections inside a transaction.
    DATABASE_POOL_SIZE: "20",
    APP_URL: "http://localhost:3999",
    AUTH_SECRET: "a-secret-of-the-tests-that-is-long-enough",
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    LEXOFFICE_APP_URL: "http://127.0.0.1:9",
    LEXOFFICE_API_URL: "http://127.0.0.1:9",
    LEXOFFICE_PUBLIC_KEY_URL: "http://127.0.0.1:9/public_key.pub",
    LEXOFFICE_CLIENT_ID: "lexware-client",
    LEXOFFICE_CLIENT_SECRET: "lexware-secret",
    GOCARDLESS_API_URL: "http://127.0.0.1:9",
    GOCARDLESS_CONNECT_URL: "http://127.0.0.1:9",
    GOCARDLESS_CLIENT_ID: "gocardless-client",
    GOCARDLESS_CLIENT_SECRET: "gocardless-secret",
    GOCARDLESS_WEBHOOK_SECRET: "webhook-secret",
    STRIPE_API_URL: "http://127.0.0.1:9",
    STRIPE_SECRET_KEY: "sk_test_nobody",
    STRIPE_WEBHOOK_SECRET: "whsec_nobody",
    SEVDESK_API_URL: "http://127.0.0.1:9/api/v1",
    DATEV_API_URL: "http://127.0.0.1:9/platform/v3",
    DATEV_AUTHORIZE_URL: "http://127.0.0.1:9/openid/authorize",
    DATEV_TOKEN_URL: "http://127.0.0.1:9/token",
    DATEV_REVOKE_URL: "http://127.0.0.1:9/revoke",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "Einzug <post@einzug.test>",
  };
}

/**
 * Returns an environment with which the live product would start: vendors by their defaults, and secrets of its own.
 */
export function liveEnvironment(): Record<string, string> {
  const named = (name: string) => `${name}-3f9a7c1e5b2d8064-${name.length}`;
  return {
    NODE_ENV: "production",
    EINZUG_MODE: "live",
    LOG_LEVEL: "silent",
    DATABASE_URL: "postgresql://einzug:9d1f6b3a7c5e2048@127.0.0.1:9/nothing",
    APP_URL: "https://einzug.example/",
    AUTH_SECRET: "kP3vXq81LmZ0rT7yWc5uNb2sHd9eFg4j",
    ENCRYPTION_KEYS: `k1:${Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 73 + 11) % 256)).toString("base64")}`,
    METRICS_TOKEN: named("metrics"),
    LEXOFFICE_CLIENT_ID: named("lexware-id"),
    LEXOFFICE_CLIENT_SECRET: named("lexware"),
    GOCARDLESS_CLIENT_ID: named("gocardless-id"),
    GOCARDLESS_CLIENT_SECRET: named("gocardless"),
    GOCARDLESS_WEBHOOK_SECRET: named("webhook"),
    STRIPE_SECRET_KEY: `sk_live_${named("stripe")}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${named("stripe")}`,
    SMTP_URL: "smtps://user:password@mail.example.com:465",
    MAIL_FROM: "Einzug <post@einzug.app>",
  };
}
