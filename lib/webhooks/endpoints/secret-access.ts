import { randomBytes } from "node:crypto";
import { decrypt, encrypt, needsRotation } from "@/lib/core/crypto";
import { db } from "@/lib/core/database/db";
import type { WebhookEndpoint } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";

const placeOf = (customerId: string, id: string) => `webhook:${customerId}:${id}`;

/** Returns a new secret in the form of the Standard Webhooks convention, with 256 random bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function sealSecret(customerId: string, id: string, secret: string): string {
  return encrypt(secret, placeOf(customerId, id));
}

/** Returns the secrets with which a message is signed now, the present one first. */
export function openSecrets(endpoint: WebhookEndpoint, at: Date): string[] {
  const { customerId, id, secret, oldSecret, oldSecretUntil } = endpoint;
  const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > at;
  return [secret, ...(isOldValid ? [oldSecret] : [])].map((sealed) => decrypt(sealed, placeOf(customerId, id)));
}

/** Re-encrypts with the newest key every secret that an older key has encrypted. */
export async function resealWebhookSecrets(): Promise<{ resealed: number; unreadable: number }> {
  const sum = { resealed: 0, unreadable: 0 };
  for (const row of await db.webhookEndpoint.findMany())
    for (const column of ["secret", "oldSecret"] as const) {
      const { customerId, id, [column]: sealed } = row;
      if (sealed === null || !needsRotation(sealed)) continue;
      try {
        const data = { [column]: sealSecret(customerId, id, decrypt(sealed, placeOf(customerId, id))) };
        sum.resealed += (
          await db.webhookEndpoint.updateMany({ where: { customerId, id, [column]: sealed }, data })
        ).count;
      } catch (error) {
        log.error({ err: error, customerId, id }, "webhook secret cannot be decrypted with the configured keys");
        sum.unreadable += 1;
      }
    }
  return sum;
}
