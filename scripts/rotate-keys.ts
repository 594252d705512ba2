import { resealTwoFactorSecrets } from "../lib/auth/factors/two-factor";
import { resealTokens } from "../lib/connections/tokens/rotation-mutations";
import { db } from "../lib/core/database/db";
import { resealFiles } from "../lib/e-invoices/tray/mutations";
import { resealWebhookSecrets } from "../lib/webhooks/endpoints/secret-access";

/** `npm run keys:rotate`: after a new key was put first, encrypts with it what older keys had encrypted. */
const tokens = await resealTokens();
const secrets = await resealTwoFactorSecrets();
const files = await resealFiles();
const webhooks = await resealWebhookSecrets();
await db.$disconnect();
const unreadable = tokens.unreadable + secrets.unreadable + files.unreadable + webhooks.unreadable;
console.log(`vendor tokens encrypted again: ${tokens.resealed}`);
console.log(`authenticator secrets encrypted again: ${secrets.resealed}`);
console.log(`e-invoices encrypted again: ${files.resealed}`);
console.log(`webhook secrets encrypted again: ${webhooks.resealed}`);
console.log(`values that no key opens: ${unreadable}`);
process.exit(unreadable > 0 ? 1 : 0);
