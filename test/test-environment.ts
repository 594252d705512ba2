/** A complete, valid environment in which nothing points at a real vendor. Ports 9 answer nobody. */
export function testEnvironment(): Record<string, string> {
  return {
    NODE_ENV: "test",
    EINZUG_MODE: "sandbox",
    LOG_LEVEL: "silent",
    DATABASE_URL: "postgresql://nobody:nobody@127.0.0.1:9/nothing",
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
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "Einzug <post@einzug.test>",
  };
}
