import { emit, type NewEvent } from "./events";
import type { Metadata } from "./fields";
import { cancelPayment } from "./payment-life";
import type { BankAccount, EventRecord, Mandate, MandateStatus } from "./records";
import { newId, nowIso, type World } from "./world";

const USABLE: MandateStatus[] = ["pending_customer_approval", "pending_submission", "submitted", "active"];

export function isUsable(mandate: Mandate): boolean {
  return USABLE.includes(mandate.status);
}

export interface Why {
  origin: NewEvent["origin"];
  cause: string;
  reasonCode?: string;
  metadata?: Metadata;
  parent?: EventRecord;
}

export function emitMandate(
  world: World,
  mandate: Mandate,
  action: string,
  why: Why,
  links: Record<string, string> = {},
): EventRecord {
  return emit(world, {
    organisation: mandate.organisation,
    resource_type: "mandates",
    action,
    links: { mandate: mandate.id, ...links },
    resourceMetadata: mandate.metadata,
    ...why,
  });
}

export interface NewMandate {
  organisation: string;
  creditor: string;
  customer: string;
  bankAccount: string;
  reference: string | null;
  metadata: Metadata;
}

/**
 * Creates a SEPA mandate, which waits as `pending_submission` for its first payment. `announceMandate` sends its event.
 */
export function createMandate(world: World, wanted: NewMandate): Mandate {
  const at = nowIso(world);
  const mandate: Mandate = {
    id: newId("MD"),
    ...wanted,
    created_at: at,
    reference: wanted.reference ?? newId("GC-").slice(0, 10),
    status: "pending_submission",
    newMandate: null,
    lastUsedOn: world.kit.clock.today(),
    reinstatements: 0,
    verified_at: null,
    history: [{ status: "pending_submission", at }],
  };
  return world.records.mandates.put(mandate.id, mandate);
}

export function announceMandate(world: World, mandate: Mandate): void {
  emitMandate(world, mandate, "created", { origin: "api", cause: "mandate_created" });
}

export function setMandateStatus(world: World, mandate: Mandate, status: MandateStatus): void {
  mandate.status = status;
  mandate.history.push({ status, at: nowIso(world) });
  world.records.mandates.put(mandate.id, mandate);
}

/** Called with every submitted payment: the first one also submits and activates the mandate. */
export function presentMandate(world: World, mandate: Mandate): void {
  mandate.lastUsedOn = world.kit.clock.today();
  world.records.mandates.put(mandate.id, mandate);
  if (mandate.status !== "pending_submission" && mandate.status !== "pending_customer_approval") return;
  setMandateStatus(world, mandate, "submitted");
  emitMandate(world, mandate, "submitted", { origin: "gocardless", cause: "mandate_submitted" });
  setMandateStatus(world, mandate, "active");
  emitMandate(world, mandate, "active", { origin: "gocardless", cause: "mandate_activated" });
}

/**
 * Ends a mandate and cancels its payments that are not submitted yet, with events that are children of the mandate's.
 */
export function endMandate(
  world: World,
  mandate: Mandate,
  status: "cancelled" | "failed" | "expired",
  why: Why,
): EventRecord {
  setMandateStatus(world, mandate, status);
  const event = emitMandate(world, mandate, status, why);
  const waiting = world.records.payments.filter(
    (payment) => payment.mandate === mandate.id && isCancellable(payment.status),
  );
  const { metadata: _metadata, ...childWhy } = why;
  for (const payment of waiting) cancelPayment(world, payment, { ...childWhy, parent: event });
  return event;
}

export function isCancellable(status: string): boolean {
  return status === "pending_submission" || status === "pending_customer_approval";
}

export function expireMandate(world: World, mandate: Mandate): void {
  endMandate(world, mandate, "expired", { origin: "gocardless", cause: "mandate_expired" });
}

/** Moves the mandate to the payer's new bank account; the mandate stays valid. */
export function transferMandate(world: World, mandate: Mandate, account: BankAccount): void {
  const links = { previous_customer_bank_account: mandate.bankAccount, new_customer_bank_account: account.id };
  mandate.bankAccount = account.id;
  world.records.mandates.put(mandate.id, mandate);
  emitMandate(world, mandate, "transferred", { origin: "bank", cause: "bank_account_transferred" }, links);
}

/**
 * Replaces the mandate because the creditor identifier changed. Waiting payments move to the new mandate. That is
 * guessed: the reference says only that the old one is cancelled and names the new one.
 */
export function replaceMandate(world: World, mandate: Mandate): Mandate {
  const at = nowIso(world);
  const successor: Mandate = {
    ...mandate,
    id: newId("MD"),
    created_at: at,
    reference: newId("GC-").slice(0, 10),
    status: "pending_submission",
    lastUsedOn: world.kit.clock.today(),
    reinstatements: 0,
    history: [{ status: "pending_submission", at }],
  };
  world.records.mandates.put(successor.id, successor);
  emitMandate(world, successor, "created", { origin: "gocardless", cause: "mandate_created" });
  for (const payment of world.records.payments.filter(
    (one) => one.mandate === mandate.id && isCancellable(one.status),
  )) {
    world.records.payments.put(payment.id, Object.assign(payment, { mandate: successor.id }));
  }
  mandate.newMandate = successor.id;
  setMandateStatus(world, mandate, "cancelled");
  const why: Why = { origin: "gocardless", cause: "scheme_identifier_changed" };
  emitMandate(world, mandate, "replaced", why, { new_mandate: successor.id });
  return successor;
}

/** Asks the bank again; the answer arrives on the next TARGET day. */
export function requestReinstatement(world: World, mandate: Mandate, metadata: Metadata): void {
  mandate.reinstatements += 1;
  mandate.lastUsedOn = world.kit.clock.today();
  setMandateStatus(world, mandate, "submitted");
  emitMandate(world, mandate, "resubmission_requested", { origin: "api", cause: "resubmission_requested", metadata });
  emitMandate(world, mandate, "submitted", { origin: "gocardless", cause: "mandate_submitted" });
}

export function finishReinstatement(world: World, mandate: Mandate): void {
  setMandateStatus(world, mandate, "active");
  emitMandate(world, mandate, "reinstated", { origin: "gocardless", cause: "mandate_reinstated" });
}
