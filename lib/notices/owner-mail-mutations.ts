import type { CustomerId } from "@/lib/auth/scope";
import type { Actor } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { isLocale } from "@/lib/core/locales";
import { tameLine } from "@/lib/core/tame-text";
import { queueMail } from "./mail-mutations";
import { isAboutMoney, type OwnerEvent } from "./owner-mail-rules";

/** Longer names are cut: a mail about security is to be read at a glance. */
const MAX_VALUE_LENGTH = 120;

export interface OwnerNews {
  event: OwnerEvent;
  actor: Actor;
  /** What the texts of the event name; see `mail.account.owners` in messages/. */
  values?: Record<string, string>;
  /** A person it is about, who gets the mail as well, whatever their role. */
  also?: string;
}

/**
 * Enqueues a mail to the owners of a supplier about something that could be an intruder's doing. Nobody can turn these
 * mails off. Where money is concerned somebody else may act in the actor's name, and may have changed the address first: then
 * the actor gets one, too, and so does every mailbox from which an owner's address can still be put back.
 */
export async function tellOwners(tx: Tx, customerId: CustomerId | string, news: OwnerNews): Promise<void> {
  const { event, actor, values = {}, also } = news;
  const { companyName } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
  const owner = { memberships: { some: { customerId, role: "owner" as const } } };
  const wayBack = { where: { kind: "undo" as const, expiresAt: { gt: new Date() } }, select: { email: true } };
  const people = await tx.user.findMany({
    // A mailbox that nobody has proven may be a stranger's: it gets no names that somebody typed.
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
        data: { kind: "owners", name, values: { ...tameValues(told), at: now().toISOString() } },
      });
  }
}

function tameValues(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tameLine(value, MAX_VALUE_LENGTH)]));
}
