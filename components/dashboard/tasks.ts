import type { ConnectionView } from "@/lib/connections/loaders";
import { outboxOf } from "@/lib/connections/rules";
import { VENDOR_NAMES, vendorName } from "@/lib/connections/types";
import type { MandateCounts } from "@/lib/customers/dashboard-loaders";
import type { Mismatch } from "@/lib/customers/loaders";
import type { ShownGroup } from "@/lib/notices/loaders";
import type messages from "@/messages/en.json";

export type TaskText = keyof (typeof messages)["notices"];

/** One line under "Needs you". */
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
  /** The kind of notice that may be laid aside. */
  dismissible?: string;
}

type NoticeKind = Exclude<
  TaskText,
  "account_in_review" | "account_not_verified" | "other_engines" | "mismatch" | "proposals" | "unsigned" | "invoices"
>;

/** Where to go when several notices of a kind are told together; a single one leads to its own invoice or payout. */
const NOTICES: Record<NoticeKind, { tone: Task["tone"]; href: string }> = {
  connection_lost: { tone: "bad", href: "/app/connections" },
  sign_in_lost: { tone: "bad", href: "/app/connections" },
  collection_failed: { tone: "bad", href: "/app/returns" },
  collection_returned: { tone: "bad", href: "/app/returns" },
  paid_elsewhere: { tone: "bad", href: "/app/invoices?filter=on-its-way" },
  amount_changed_late: { tone: "wait", href: "/app/invoices?filter=on-its-way" },
  payout_unproven: { tone: "bad", href: "/app/payouts" },
  payout_bounced: { tone: "bad", href: "/app/payouts" },
  booking_refused: { tone: "bad", href: "/app/payouts" },
  books_unreadable: { tone: "wait", href: "/app/invoices" },
  books_list_unreadable: { tone: "bad", href: "/app/invoices" },
  contact_without_email: { tone: "wait", href: "/app/invoices?filter=needs-you" },
  mail_unknown: { tone: "wait", href: "/app/mandates?filter=open" },
  mail_refused: { tone: "bad", href: "/app/mandates?filter=open" },
  duplicate_payment: { tone: "bad", href: "/app/invoices?filter=needs-you" },
  subscription_broken: { tone: "wait", href: "/app/connections" },
  mandate_lost: { tone: "wait", href: "/app/mandates?filter=ended" },
  mandate_transferred: { tone: "wait", href: "/app/mandates" },
};

function noticeTasks(groups: ShownGroup[]): Task[] {
  return groups.flatMap((group): Task[] => {
    if (!(group.kind in NOTICES)) return [];
    const text = group.kind as NoticeKind;
    const { tone } = NOTICES[text];
    const href = (text === "sign_in_lost" && outboxOf(group.type)) || NOTICES[text].href;
    // What came back has its desk; everything else is dealt with at the invoice or payout itself.
    const single =
      href === "/app/returns"
        ? `${href}?search=${encodeURIComponent(group.number ?? "")}`
        : group.invoiceId
          ? `/app/invoices/${group.invoiceId}`
          : group.payoutId
            ? `/app/payouts/${group.payoutId}`
            : href;
    const vendor = vendorName(group.type);
    const { count, sumCents, number, name, since } = group;
    return [
      {
        key: `${text}-${group.type ?? ""}`,
        tone,
        text,
        href: count === 1 ? single : href,
        count,
        sumCents,
        number,
        name,
        vendor,
        since,
        dismissible: group.isDismissible ? group.kind : undefined,
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

/** Everything that waits for the supplier, the gravest first. */
export function toTasks(facts: {
  notices: ShownGroup[];
  connections: ConnectionView[];
  mismatches: Mismatch[];
  mandates: MandateCounts;
  invoices: { untoldCount: number };
}): Task[] {
  const { notices, connections, mismatches, mandates, invoices } = facts;
  const tasks = [...accountTasks(connections, notices), ...noticeTasks(notices)];
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
      href: "/app/invoices?filter=needs-you",
      count: invoices.untoldCount,
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
