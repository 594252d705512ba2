import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Prisma } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

export interface NewMail {
  /** Identifies the occasion: a second mail with the same key is never created. */
  key: string;
  template: "mandate-request" | "mandate-test" | "account" | "preview" | "digest" | "alerts";
  locale: "en" | "de";
  recipient: string;
  data: Prisma.InputJsonObject;
  /** Business time after which the mail is outdated and is not sent any more. */
  expiresAt?: Date;
}

/**
 * Enqueues a mail in the transaction of its occasion.
 *
 * @returns false if it was enqueued before
 */
export async function queueMail(tx: Tx, customerId: CustomerId | null, mail: NewMail): Promise<boolean> {
  const id = newId("mail");
  const made = await tx.mail.createMany({ data: { id, customerId, ...mail }, skipDuplicates: true });
  if (made.count === 0) return false;
  await enqueue(tx, jobs.sendMail, { mailId: id });
  return true;
}
