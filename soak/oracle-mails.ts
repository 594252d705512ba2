import type { Ledger } from "./ledger";
import type { Story } from "./story";

type Mail = Ledger["mails"][number];

/** No mail goes out twice, but for those of a time that was lost by a restore: nobody knows then that they went out. */
export function mailFindings(mails: Mail[], story: Story): string[] {
  const textOf = ({ to, subject, links }: Mail) => `${to}: ${subject} ${links.join(" ")}`;
  return groups(mails, textOf)
    .filter(([, copies]) => copies.length > 1 + timesForgotten(copies, story))
    .map(([text, copies]) => `mail sent ${copies.length} times: ${text}`);
}

/** How many mails of lost times went out again; an invitation then has a link of its own. */
export function countMailsAgain(mails: Mail[], story: Story): number {
  const all = groups(mails, ({ to, subject }) => `${to}: ${subject}`);
  return all.reduce((sum, [, copies]) => sum + timesForgotten(copies, story), 0);
}

/** Of how many lost times a copy is that another one followed on. */
function timesForgotten(copies: Mail[], { lostTimes }: Story): number {
  return lostTimes.filter(
    ({ from, to }) => copies.some(({ at }) => at >= from && at <= to) && copies.some(({ at }) => at > to),
  ).length;
}

function groups(mails: Mail[], textOf: (mail: Mail) => string): [string, Mail[]][] {
  const found = new Map<string, Mail[]>();
  for (const mail of mails) found.set(textOf(mail), [...(found.get(textOf(mail)) ?? []), mail]);
  return [...found];
}
