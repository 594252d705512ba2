import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as enums from "@/lib/core/prisma/enums";

/**
 * Every database enumeration is either a state machine with a test table, or has a reason here why it is none. The
 * table tests every state with every event. It iterates over the enumeration: a new state is tested automatically, or
 * the table does not compile.
 */
const TABLES: Record<string, string[]> = {
  BookStatus: ["lib/collections/decision/table/decide-states.test.ts"],
  BookingStatus: ["lib/payouts/record/states.db.test.ts", "lib/payouts/booking/states.contract.test.ts"],
  BulkOutcome: ["lib/invoices/bulk/states.db.test.ts"],
  BulkStatus: ["lib/invoices/bulk/states.db.test.ts"],
  CollectionStatus: ["lib/statuses/collection-table.test.ts", "lib/collections/decision/table/decide-states.test.ts"],
  ConnectionStatus: ["lib/connections/record/states.db.test.ts"],
  DatevImportStatus: ["lib/datev/states.db.test.ts"],
  DatevUpload: ["lib/datev/upload/states.contract.test.ts"],
  DifferenceRepair: ["lib/reconciliation/states.db.test.ts"],
  EInvoiceFileStatus: ["lib/e-invoices/tray/rules.test.ts"],
  MailStatus: ["lib/notifications/mail/states.contract.test.ts"],
  MandateRequestStatus: ["lib/mandates/record/states.db.test.ts"],
  MandateStatus: ["lib/mandates/record/states.db.test.ts"],
  PayoutStatus: ["lib/payouts/record/states.db.test.ts", "lib/payouts/booking/states.contract.test.ts"],
  ReturnOutcome: ["lib/collections/returns/states.db.test.ts"],
  SubscriptionStatus: ["lib/subscriptions/contract/states.db.test.ts"],
  SyncStatus: ["lib/invoices/sync/run-states.contract.test.ts"],
  WebhookDeliveryStatus: ["lib/webhooks/delivery/states.db.test.ts"],
};
const KINDS: Record<string, string> = {
  AddressLinkKind: "what a link is for; it stays",
  ApiKeyScope: "what a key may do; it stays",
  BulkAction: "what a run was asked for; it stays",
  ComparedFeed: "what is compared; it stays",
  ContractType: "who is paid by whom; an operator sets it",
  DatevImportKind: "what a file is; it stays",
  DecisionOutcome: "an answer of `decide`, which keeps no state",
  EInvoiceSource: "the way by which a file came; it stays",
  InvoiceKind: "what a document is; read from the accounting system each time",
  PaymentChoice: "a setting",
  PlanType: "told by Stripe with the subscription, whose status is the machine",
  PriceBase: "told by Stripe with the subscription",
  RetriedBy: "who began a debit; it stays",
  Role: "a right, which owners give and take",
};

test("every enumeration is a state machine with a table, or has a reason why it is none", () => {
  expect([...Object.keys(TABLES), ...Object.keys(KINDS)].sort()).toEqual(Object.keys(enums).sort());
});

test.each(Object.entries(TABLES).flatMap(([name, files]) => files.map((file) => ({ name, file }))))(
  "$file iterates over all values of $name",
  ({ name, file }) => {
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`Object\\.(values|keys)\\(${name}\\)|Record<${name}`));
  },
);
