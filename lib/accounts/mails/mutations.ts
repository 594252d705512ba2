import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import { isLocale } from "@/lib/core/locales";
import { queueMail } from "@/lib/outbox/mutations";
import type { AccountMailKind } from "@/lib/outbox/types";

export interface AccountMail {
  key: string;
  userId: string;
  kind: AccountMailKind;
  values?: Record<string, string>;
  /** Set if the mail goes to another mailbox than the person's own. */
  recipient?: string;
}

/** Enqueues a mail about a person's account, in their language. Values hold no secret: links are made at sending. */
export async function queueAccountMail(tx: Tx, customerId: CustomerId | null, mail: AccountMail): Promise<void> {
  const { email, name, locale, emailProvenAt } = await tx.user.findUniqueOrThrow({ where: { id: mail.userId } });
  // The mailbox may be a stranger's, so it does not get a name that somebody typed.
  const isOwn = emailProvenAt !== null && mail.recipient === undefined;
  await queueMail(tx, customerId, {
    key: mail.key,
    template: "account",
    locale: isLocale(locale) ? locale : "en",
    recipient: mail.recipient ?? email,
    data: { kind: mail.kind, name: isOwn ? name : "", values: mail.values ?? {} },
  });
}
