import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { Prisma } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

export interface NewMail {
  /** Names the occasion: a second mail under the same key is never made. */
  key: string;
  template: "mandate-request" | "mandate-test" | "account" | "preview" | "digest" | "alerts";
  locale: "en" | "de";
  recipient: string;
  data: Prisma.InputJsonObject;
  /** After that (business time) it is news no longer, and not sent any more. */
  expiresAt?: Date;
}

/** Promises a mail inside the transaction of its occasion. @returns false if it was promised before */
export async function queueMail(tx: Tx, customerId: CustomerId | null, mail: NewMail): Promise<boolean> {
  const id = newId("mail");
  const made = await tx.mail.createMany({ data: { id, customerId, ...mail }, skipDuplicates: true });
  if (made.count === 0) return false;
  await enqueue(tx, jobs.sendMail, { mailId: id });
  return true;
}
