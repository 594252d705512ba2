import { pageSession } from "@/lib/auth/sessions/page-session";
import { isDay } from "@/lib/core/time/dates";
import { type Page, type PageRequest, paramOf, type SearchParams } from "@/lib/core/web/paging";
import { vendorName } from "@/lib/vendors/types";
import { findActivity, readPeople, type StoredActivity } from "./data";
import { kindOf } from "./rules";
import { type ActivityFilter, type ActivityKind, type ActivitySource, activityKindOf } from "./types";

/** One event of the feed: what happened to what, when, and by whom. */
export interface ActivityRow {
  id: string;
  kind: ActivityKind;
  source: ActivitySource;
  /** The act, or the state that a collection, payout, mail or notice got. */
  what: string;
  at: string;
  /** The person who did it; undefined for an event of Einzug, a payer or a bank. */
  person?: string;
  invoice?: { id: string; number: string };
  payer?: { id?: string; name: string };
  payout?: { id: string; reference: string };
  mandate?: string;
  /** The person it was done to. */
  member?: string;
  vendor?: string;
  recipient?: string;
  isReminder: boolean;
  cents?: number;
  code?: string;
}

/** Nothing happened before. The beginning of the first day that can be typed would be in the year 0. */
const FIRST_DAY = "1900-01-01";

/** Returns the filter that the address asks for. Days that are none, and kinds that do not exist, are left unset. */
export function activityFilterOf(params: SearchParams): ActivityFilter {
  const day = (name: string) => {
    const text = paramOf(params, name);
    return text && isDay(text) && text >= FIRST_DAY ? text : undefined;
  };
  return {
    kind: activityKindOf(paramOf(params, "kind")),
    person: paramOf(params, "person")?.slice(0, 64),
    from: day("from"),
    until: day("until"),
  };
}

/** Loads one page of what happened at the supplier, newest first, and the people by whom it can be filtered. */
export async function loadActivity(
  filter: ActivityFilter,
  page: PageRequest,
): Promise<{ page: Page<ActivityRow>; people: { id: string; name: string }[] }> {
  const { customerId, userId, role } = await pageSession();
  const [found, people] = await Promise.all([
    findActivity(customerId, { userId, isOwner: role === "owner" }, filter, page),
    readPeople(customerId),
  ]);
  return { page: { ...found, items: found.items.map(rowOf) }, people };
}

function rowOf(row: StoredActivity): ActivityRow {
  const detail = row.detail ?? {};
  const text = (name: string) => (typeof detail[name] === "string" ? (detail[name] as string) : undefined);
  const { source, what, number, payer, contactId, payout } = row;
  return {
    id: row.id,
    kind: kindOf(source, what),
    source,
    what,
    at: row.at.toISOString(),
    person: row.person ?? undefined,
    invoice: row.invoiceId === null ? undefined : { id: row.invoiceId, number: number ?? "" },
    payer: payer === null ? undefined : { id: contactId ?? undefined, name: payer },
    payout: row.payoutId === null ? undefined : { id: row.payoutId, reference: payout ?? "" },
    mandate: row.reference || undefined,
    member: row.member ?? (what === "member.invited" ? (row.subject ?? undefined) : undefined),
    vendor: vendorName(row.subject ?? text("type") ?? ""),
    recipient: text("recipient"),
    isReminder: detail.isReminder === true,
    cents: row.cents ?? undefined,
    code: text("code"),
  };
}
