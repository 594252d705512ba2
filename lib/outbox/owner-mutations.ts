import type { CustomerId } from "@/lib/auth/scope";
import type { Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { isLocale } from "@/lib/core/locales";
import type { Actor } from "@/lib/core/telemetry/audit";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { now } from "@/lib/core/time/clock";
import { queueMail } from "./mutations";
import { isAboutMoney, type OwnerEvent } from "./owner-rules";

/** Maximum length of a value: a security mail has to be readable at a glance. */
const MAX_VALUE_LENGTH = 120;

export interface OwnerNews {
  event: OwnerEvent;
  actor: Actor;
  /** Values that the event's texts name; see `mail.account.owners` in messages/. */
  values?: Record<string, string>;
  /** A person concerned who gets the mail, too, in any role. */
  also?: string;
}

/**
 * Enqueues a mail to the owners of a supplier about an action that could be an intruder's. Nobody can turn these mails
 * off. For events about money an intruder may act in the actor's name and may have changed the actor's address before.
 * Then the actor gets the mail, too, and so does every previous address that can still be restored.
 */
export async function notifyOwners(tx: Tx, customerId: CustomerId | string, news: OwnerNews): Promise<void> {
  const { event, actor, values = {}, also } = news;
  const { companyName } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
  const owner = { memberships: { some: { customerId, role: "owner" as const } } };
  const wayBack = { where: { kind: "undo" as const, expiresAt: { gt: new Date() } }, select: { email: true } };
  const people = await tx.user.findMany({
    // An unproven mailbox may be a stranger's: it gets no mail with names in it.
    where: { emailProvenAt: { not: null }, OR: [owner, ...(also ? [{ id: also }] : [])] },
    select: { id: true, email: true, name: true, locale: true, addressLinks: wayBack },
  });
  const occasion = newId("notice");
  const told = { ...values, event, actor: actor.userName, ip: actor.ip, company: companyName };
  for (const { id, email, name, locale, addressLinks } of people) {
    if (id === actor.userId && !isAboutMoney(event)) continue;
    const former = isAboutMoney(event) ? addressLinks.map((link) => link.email) : [];
    for (const [i, recipient] of [...new Set([email, ...former])].entries())
      await queueMail(tx, customerId as CustomerId, {
        key: `owners:${occasion}:${id}:${i}`,
        template: "account",
        locale: isLocale(locale) ? locale : "en",
        recipient,
        data: { kind: "owners", name, values: { ...sanitiseValues(told), at: now().toISOString() } },
      });
  }
}

function sanitiseValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sanitiseLine(value, MAX_VALUE_LENGTH)]),
  );
}
