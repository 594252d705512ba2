import type { z } from "zod";
import { queueAccountMail } from "@/lib/accounts/mails/mutations";
import { deviceOf } from "@/lib/accounts/sign-in/mutations";
import {
  finishPasskeyRegistration,
  type registrationResponse,
  startPasskeyRegistration,
} from "@/lib/auth/factors/passkeys";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError } from "@/lib/core/web/errors";

/**
 * Returns the options for a new passkey of the person.
 *
 * @throws AppError `conflict` if there are too many
 */
export async function startPasskey(userId: string) {
  const { id, email, name } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return await startPasskeyRegistration({ id, email, name });
}

/** Adds a passkey, named after the device it was made on. @throws AppError `passkey_refused`, `passkey_known` */
export async function addPasskey(
  customerId: CustomerId,
  userId: string,
  response: z.output<typeof registrationResponse>,
  userAgent: string,
  actor: Actor,
) {
  const name = deviceOf(userAgent);
  const passkey = await finishPasskeyRegistration(userId, response, name);
  await db.$transaction(async (tx) => {
    await writeAudit(tx, customerId, actor, { action: "passkey.added", subject: passkey.id, detail: { name } });
    await queueAccountMail(tx, customerId, {
      key: `passkey-added:${passkey.id}`,
      userId,
      kind: "passkeyAdded",
      values: { device: name, at: new Date().toISOString() },
    });
  });
  return passkey;
}

/** Deletes a passkey. @throws AppError `not_found`, also for another person's passkey */
export async function deletePasskey(
  customerId: CustomerId,
  userId: string,
  passkeyId: string,
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const gone = await tx.passkey.deleteMany({ where: { id: passkeyId, userId } });
    if (gone.count === 0) throw new AppError("not_found");
    await writeAudit(tx, customerId, actor, { action: "passkey.deleted", subject: passkeyId });
  });
}
