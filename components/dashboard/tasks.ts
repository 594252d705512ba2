import type { ConnectionView } from "@/lib/connections/loaders";
import type { Mismatch } from "@/lib/customers/loaders";
import type { MandateCounts } from "@/lib/dashboard/loaders";
import type { ConditionView } from "@/lib/invoices/conditions/loaders";
import type { NoticeKind } from "@/lib/notices/types";
import { placeOf } from "@/lib/notifications/groups/rules";
import type { ShownGroup } from "@/lib/notifications/loaders";
import { filesPageOf, marksOf } from "@/lib/vendors/rules";
import { VENDOR_NAMES, vendorName } from "@/lib/vendors/types";
import type messages from "@/messages/en.json";

export type TaskText = keyof (typeof messages)["notices"];

/** One task under "Needs you" on the dashboard. */
export interface Task {
  key: string;
  tone: "bad" | "wait";
  text: TaskText;
  href: string;
  count: number;
  sumCents?: number;
  number?: string;
  name?: string;
  vendor?: string;
  since?: string;
  /** The notices that a dismissal covers: their kind, up to this instant. */
  dismissible?: { kind: string; until: string };
}

interface Facts {
  notices: ShownGroup[];
  connections: ConnectionView[];
  mismatches: Mismatch[];
  mandates: MandateCounts;
  heldFiles: number;
  invoices: { untoldCount: number; hasAny: boolean };
  conditions: Pick<ConditionView, "isChosen">[];
  /** The accounting system in use. */
  books: string | undefined;
}

const TONES: Record<NoticeKind, Task["tone"]> = {
  connection_lost: "bad",
  sign_in_lost: "bad",
  collection_failed: "bad",
  collection_returned: "bad",
  paid_elsewhere: "bad",
  amount_changed_late: "wait",
  payer_changed_late: "bad",
  date_changed_late: "wait",
  stopped_late: "bad",
  payout_unproven: "bad",
  payout_bounced: "bad",
  booking_refused: "bad",
  books_unreadable: "wait",
  books_list_unreadable: "bad",
  contact_without_email: "wait",
  mail_unknown: "wait",
  mail_refused: "bad",
  webhook_disabled: "bad",
  duplicate_payment: "bad",
  debits_left_behind: "bad",
  subscription_broken: "wait",
  mandate_lost: "wait",
  mandate_transferred: "wait",
  records_lost: "wait",
};

function noticeTasks(groups: ShownGroup[]): Task[] {
  return groups.flatMap((group): Task[] => {
    if (!Object.hasOwn(TONES, group.kind)) return [];
    const text = group.kind as NoticeKind;
    const vendor = vendorName(group.type);
    const { count, sumCents, number, name, since } = group;
    return [
      {
        key: `${text}-${group.type ?? ""}`,
        tone: TONES[text],
        text,
        href: placeOf(group),
        count,
        sumCents,
        number,
        name,
        vendor,
        since,
        dismissible: group.dismissibleUntil ? { kind: group.kind, until: group.dismissibleUntil } : undefined,
      },
    ];
  });
}

function accountTasks(connections: ConnectionView[], groups: ShownGroup[]): Task[] {
  return connections.flatMap((connection): Task[] => {
    const vendor = VENDOR_NAMES[connection.type];
    const common = { href: "/app/connections", count: 1, vendor, since: connection.endedAt };
    const isTold = groups.some((group) => group.kind === "connection_lost" && group.type === connection.type);
    if (connection.status === "revoked" && !isTold)
      return [{ ...common, key: `revoked-${connection.type}`, tone: "bad", text: "connection_lost" }];
    if (connection.status !== "connected") return [];
    if (connection.verification === "in_review")
      return [{ ...common, key: "review", tone: "wait", text: "account_in_review" }];
    if (connection.verification === "not_verified")
      return [{ ...common, key: "verify", tone: "bad", text: "account_not_verified" }];
    if (connection.engines && !connection.engines.isConfirmed)
      return [{ ...common, key: "engines", tone: "wait", text: "other_engines" }];
    return [];
  });
}

/**
 * Makes a task if invoices were read but no payment condition is chosen, because then nothing is ever collected. Not
 * before the first invoice, because `FirstSteps` covers that. Not for systems that work by file: there the list or
 * the document itself says what is collected.
 */
function conditionTasks({ invoices, conditions, books }: Pick<Facts, "invoices" | "conditions" | "books">): Task[] {
  const marks = marksOf(books);
  if (!books || marks === "list" || marks === "document" || !invoices.hasAny || conditions.some((row) => row.isChosen))
    return [];
  const text = marks === "method" ? "no_method_chosen" : "no_condition_chosen";
  return [{ key: "conditions", tone: "wait", text, href: "/app#conditions", count: 1 }];
}

/** Returns everything that waits for the supplier, the gravest first. */
export function toTasks(facts: Facts): Task[] {
  const { notices, connections, mismatches, mandates, invoices } = facts;
  const tasks = [...accountTasks(connections, notices), ...conditionTasks(facts), ...noticeTasks(notices)];
  if (mismatches.length > 0)
    tasks.push({
      key: "mismatch",
      tone: "wait",
      text: "mismatch",
      href: "/app/connections",
      count: mismatches.length,
    });
  if (invoices.untoldCount > 0)
    tasks.push({
      key: "invoices",
      tone: "wait",
      text: "invoices",
      href: "/app/invoices?filter=to-decide",
      count: invoices.untoldCount,
    });
  // The in-tray is shown only while its files are the documents that are collected.
  if (facts.heldFiles > 0 && facts.books && marksOf(facts.books) === "document")
    tasks.push({
      key: "held-files",
      tone: "wait",
      text: "e_invoices_held",
      href: `${filesPageOf(facts.books)}?filter=held`,
      count: facts.heldFiles,
    });
  if (mandates.unconfirmed > 0)
    tasks.push({
      key: "first-requests",
      tone: "wait",
      text: "first_requests",
      href: "/app/mandates/first-requests",
      count: mandates.unconfirmed,
    });
  if (mandates.proposals > 0)
    tasks.push({
      key: "proposals",
      tone: "wait",
      text: "proposals",
      href: "/app/mandates#proposals",
      count: mandates.proposals,
    });
  if (mandates.olderThanWeek > 0)
    tasks.push({
      key: "unsigned",
      tone: "wait",
      text: "unsigned",
      href: "/app/mandates?filter=open",
      count: mandates.olderThanWeek,
    });
  return tasks.sort((a, b) => Number(b.tone === "bad") - Number(a.tone === "bad"));
}
