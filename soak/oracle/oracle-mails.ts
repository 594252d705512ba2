import type { Ledger } from "./ledger";
import { USABLE } from "./statuses";
import type { Story } from "./story";

type Mail = Ledger["mails"][number];

/**
 * No mail goes out twice, but for those of a time that was lost by a restore: nobody knows then that they went out. What owners
 * are told about a connection is left out: it reads the same each time that somebody lets it go, and nothing tells the times apart.
 */
export function mailFindings(all: Mail[], story: Pick<Story, "lostTimes">): string[] {
  const mails = all.filter(({ links }) => links.every((link) => new URL(link).pathname !== "/app/connections"));
  const textOf = ({ to, subject, links }: Mail) => `${to}: ${subject} ${links.join(" ")}`;
  return groups(mails, textOf)
    .filter(([, copies]) => copies.length > 1 + timesForgotten(copies, story))
    .map(([text, copies]) => `mail sent ${copies.length} times: ${text}`);
}

/**
 * A payer is asked for a mandate anew only after the one there was has ended, or a debit on it came back. Every request has a
 * link of its own, so that two of them are no mail twice.
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

/** How many mails of lost times went out again; an invitation then has a link of its own. */
export function countMailsAgain(mails: Mail[], story: Story): number {
  const all = groups(mails, ({ to, subject }) => `${to}: ${subject}`);
  return all.reduce((sum, [, copies]) => sum + timesForgotten(copies, story), 0);
}

/** Of how many lost times a copy is that another one followed on. */
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
