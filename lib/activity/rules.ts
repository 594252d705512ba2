import { type ActivityFilter, type ActivityKind, type ActivitySource, AUTOMATIC } from "./types";

/** The acts of the audit log that belong to each kind, by the beginning of their names. */
const ACTS: Record<ActivityKind, string[]> = {
  debits: ["invoice.", "return.", "collection.", "payout."],
  mandates: ["mandate.", "contact."],
  mails: [],
  connections: ["connection.", "datev."],
  settings: [
    ...["settings.", "email-template.", "email-logo.", "company.", "customer.", "billing.", "subscription."],
    ...["notices.", "account."],
  ],
  people: ["member.", "session.", "password.", "two-factor.", "passkey.", "address.", "user.", "operator."],
};

/** Acts on a person's own access. Owners see all of them, every other person only their own. */
export const PERSONAL_ACTS = ["session.", "password.", "two-factor.", "passkey.", "address.", "user."];

/** Returns the kind of an act; an act that no kind names is one on settings. */
export function kindOfAct(action: string): ActivityKind {
  const found = Object.entries(ACTS).find(([, begins]) => begins.some((begin) => action.startsWith(begin)));
  return (found?.[0] as ActivityKind | undefined) ?? "settings";
}

/** Returns how the names of a kind's acts begin; all acts without a kind. */
export function actsOf(kind: ActivityKind | undefined): string[] {
  return kind ? ACTS[kind] : [""];
}

/** Kinds of the tables that store histories of their own. */
const SOURCES: Record<Exclude<ActivitySource, "act">, ActivityKind> = {
  debit: "debits",
  payout: "debits",
  mandate: "mandates",
  mail: "mails",
  notice: "connections",
};

export function kindOf(source: ActivitySource, what: string): ActivityKind {
  return source === "act" ? kindOfAct(what) : SOURCES[source];
}

/** Returns where events that pass a filter are stored. Only the audit log names persons. */
export function sourcesOf({ kind, person }: ActivityFilter): ActivitySource[] {
  const acts: ActivitySource[] = actsOf(kind).length > 0 ? ["act"] : [];
  if (person && person !== AUTOMATIC) return acts;
  const histories = Object.keys(SOURCES) as Exclude<ActivitySource, "act">[];
  return [...acts, ...histories.filter((source) => !kind || SOURCES[source] === kind)];
}

/** The place of an event in the feed: its instant and its id, as one word for an address. */
export function placeOf(at: Date, id: string): string {
  return `${at.getTime()}.${id}`;
}

/** Returns the instant and id of a place; undefined if the text is none. */
export function readPlace(text: string | undefined): { at: Date; id: string } | undefined {
  const [, time, id] = /^(\d{1,15})\.([\w:-]{1,100})$/.exec(text ?? "") ?? [];
  return time && id ? { at: new Date(Number(time)), id } : undefined;
}
