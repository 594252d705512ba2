import { containsWords, searchText } from "@/lib/core/text/search-text";
import type messages from "@/messages/en.json";
import type { Found } from "./types";

type Messages = typeof messages;

/** The largest amount that the database can hold, in cents. */
const MAX_CENTS = 2_147_483_647;

/**
 * Returns the cents that a typed amount can mean, or undefined if the text is no amount. Reads German and English
 * writing: `297,50`, `€297.50`, `1.234,56 €`, `1,234`. A single separator before exactly three digits groups thousands,
 * because an amount has two decimals. A sign is ignored.
 */
export function amountOf(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0\u202f'’]|€|\bEUR\b/giu, "").replace(/^[-−+]/, "");
  const match = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (!match) return undefined;
  const [, whole = "", groups, decimal, decimals = ""] = match;
  // The separator of thousands is not also the one of decimals: "1.234.56" is no amount.
  if (groups && groups === decimal) return undefined;
  const cents = Number(whole.replace(/\D/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
  return cents <= MAX_CENTS ? cents : undefined;
}

/** Pages and sections of settings, each with the key of its name in messages/. */
const PLACES: { href: string; name: (m: Messages) => string; more?: (m: Messages) => string }[] = [
  { href: "/app", name: (m) => m.shell.nav.dashboard },
  { href: "/app/invoices", name: (m) => m.shell.nav.invoices },
  { href: "/app/upcoming", name: (m) => m.shell.nav.upcoming },
  { href: "/app/returns", name: (m) => m.shell.nav.returns },
  { href: "/app/transfer", name: (m) => m.shell.nav.transfer },
  { href: "/app/mandates", name: (m) => m.shell.nav.mandates },
  { href: "/app/contacts", name: (m) => m.shell.nav.contacts },
  { href: "/app/payouts", name: (m) => m.shell.nav.payouts },
  { href: "/app/emails", name: (m) => m.shell.nav.emails },
  { href: "/app/connections", name: (m) => m.shell.nav.connections },
  { href: "/app/subscription", name: (m) => m.shell.nav.subscription },
  { href: "/app/settings", name: (m) => m.shell.nav.settings },
  {
    href: "/app/settings/collecting",
    name: (m) => m.settings.collecting.title,
    more: (m) => m.settings.collecting.daysEarlier,
  },
  { href: "/app/settings/reference", name: (m) => m.settings.wording.title, more: (m) => m.settings.wording.intro },
  { href: "/app/settings/returns", name: (m) => m.retryPlan.title, more: (m) => m.retryPlan.intro },
  { href: "/app/settings/reminders", name: (m) => m.settings.reminders.title },
  { href: "/app/settings/notifications", name: (m) => m.notifications.title, more: (m) => m.notifications.intro },
  { href: "/app/account", name: (m) => m.shell.nav.account },
  { href: "/app/account/security", name: (m) => m.settings.own.twoFactor.label },
  { href: "/app/account/team", name: (m) => m.account.tabs.team },
  { href: "/app/account/api", name: (m) => m.account.keys.title, more: (m) => m.account.keys.intro },
  { href: "/app/account/webhooks", name: (m) => m.account.webhooks.title, more: (m) => m.account.webhooks.intro },
  { href: "/app/account/data", name: (m) => m.account.tabs.data },
  { href: "/app/activity", name: (m) => m.shell.nav.activity },
  { href: "/api-docs", name: (m) => m.account.keys.docs, more: (m) => m.apiDocs.intro },
  { href: "/status", name: (m) => m.status.title },
  { href: "/changelog", name: (m) => m.changelog.title, more: (m) => m.changelog.intro },
];

/** Results per kind. */
export const MAX_PER_KIND = 6;

/** Returns pages and sections of settings whose name or explanation contains every word; names come first. */
export function findPlaces(query: string, messages: Messages): Found[] {
  return bestFirst(
    query,
    PLACES.map(({ href, name, more }) => ({ href, title: name(messages), text: more?.(messages) ?? "" })),
  );
}

/** Returns questions of the help pages that contain every word, in the question or in its answer. */
export function findHelp(query: string, messages: Messages): Found[] {
  const questions = Object.entries(messages.faq.groups).flatMap(([group, { questions: all }]) =>
    Object.entries(all).map(([key, { q, a }]) => ({ href: `/faq#${group}-${key}`, title: q, text: a })),
  );
  return bestFirst(query, questions);
}

function bestFirst(query: string, entries: { href: string; title: string; text: string }[]): Found[] {
  if (searchText(query).trim() === "") return [];
  const byName = entries.filter(({ title }) => containsWords(title, query));
  const byText = entries.filter(
    (entry) => !byName.includes(entry) && containsWords(`${entry.title} ${entry.text}`, query),
  );
  return [...byName, ...byText].slice(0, MAX_PER_KIND).map(({ href, title }) => ({ href, title }));
}
