import type { AccountingEvent } from "@/lib/providers/accounting/port";

/** Lexware's names of resources in events, with the list type needed to read them. */
const DOCUMENT_TYPES = {
  invoice: { externalType: "invoice", kind: "invoice" },
  "down-payment-invoice": { externalType: "downpaymentinvoice", kind: "down_payment" },
  voucher: { externalType: "salesinvoice", kind: "voucher" },
} as const;

/**
 * Returns the subject of an event, from `subject` ("invoice:ID") and `action` (the vendor's event type). A payment
 * event names its document but not the document's kind. We assume an invoice, the most frequent kind; reading the
 * document corrects it.
 */
export function readEvent({ subject, action }: { subject: string; action: string }): AccountingEvent | undefined {
  const [resource = "", id = ""] = subject.split(":");
  if (action === "token.revoked") return { about: "ended access", connectionId: id };
  if (resource === "contact") return { about: "contact", externalId: id };
  if (resource !== "payment" && !isDocument(resource)) return undefined;
  const type = DOCUMENT_TYPES[isDocument(resource) ? resource : "invoice"];
  return { about: "document", ref: { externalId: id, ...type }, isAmountOnly: action === "payment.changed" };
}

function isDocument(resource: string): resource is keyof typeof DOCUMENT_TYPES {
  return Object.hasOwn(DOCUMENT_TYPES, resource);
}
