import type { Ledger } from "./ledger";
import { USABLE } from "./statuses";
import type { Story } from "./story";

type Mail = Ledger["mails"][number];

/**
 * Finds mails that were sent twice. A restore makes the product forget mails of the lost period, so a copy sent after
 * it is allowed. Mails about disconnected accounts are ignored: they read the same each time, and nothing tells the
 * occasions apart.
 */
export function mailFindings(all: Mail[], story: Pick<Story, "lostTimes">): string[] {
  const mails = all.filter(({ links }) => links.every((link) => new URL(link).pathname !== "/app/connections"));
  const textOf = ({ to, subject, links }: Mail) => `${to}: ${subject} ${links.join(" ")}`;
  return groups(mails, textOf)
    .filter(([, copies]) => copies.length > 1 + timesForgotten(copies, story))
    .map(([text, copies]) => `mail sent ${copies.length} times: ${text}`);
}

/**
 * Finds payers who got more mandate requests than there were reasons: the first one, a mandate that ended, a payment
 * that was returned. Every request has its own link, so `mailFindings` does not take two requests for one mail sent
 * twice.
 */
export function requestFindings(mails: Mail[], { gocardless }: Ledger, story: Story): string[] {
  return groups(mails, ({ to }) => to).flatMap(([to, own]) => {
    const links = new Set(own.flatMap((mail) => mail.links.filter((link) => new URL(link).pathname.startsWith("/m/"))));
    const mandates = gocardless.mandates.filter(({ customer }) => customer.email === to);
    const ids = new Set(mandates.map(({ id }) => id));
    const ends = mandates.filter(({ history }) => history.some(({ status }) => !USABLE.includes(status)));
    const returns = gocardless.payments.filter(
      (one) => ids.has(one.mandate) && story.returns.some((back) => back.payment === one.id),
    );
    const most = 1 + ends.length + returns.length + timesForgotten(own, story);
    return links.size > most ? [`${to} was asked ${links.size} times for a mandate, for ${most} reasons at most`] : [];
  });
}

/**
 * Counts the mails of lost periods that were sent again. A repeated request has a new link, so links are ignored here.
 */
export function countMailsAgain(mails: Mail[], story: Story): number {
  const all = groups(mails, ({ to, subject }) => `${to}: ${subject}`);
  return all.reduce((sum, [, copies]) => sum + timesForgotten(copies, story), 0);
}

/** Counts the lost periods in which a copy was sent that was followed by another copy afterwards. */
function timesForgotten(copies: Mail[], { lostTimes }: Pick<Story, "lostTimes">): number {
  return lostTimes.filter(
    ({ from, to }) => copies.some(({ at }) => at >= from && at <= to) && copies.some(({ at }) => at > to),
  ).length;
}

function groups(mails: Mail[], textOf: (mail: Mail) => string): [string, Mail[]][] {
  const found = new Map<string, Mail[]>();
  for (const mail of mails) found.set(textOf(mail), [...(found.get(textOf(mail)) ?? []), mail]);
  return [...found];
}
