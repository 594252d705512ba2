import { ReplyError } from "../kit/http";
import type { Organisation, PaymentCondition } from "./model";
import { newId, type World } from "./world";

export const DIRECT_DEBIT_TERM = "Der Betrag wird per SEPA-Lastschrift eingezogen.";
export const TRANSFER_TERM = "Zahlbar innerhalb von 14 Tagen ohne Abzug.";

/** Creates an organisation with the payment conditions that a person would set up on the first day. */
export function createOrganisation(world: World, name: string, fixed: Partial<Organisation> = {}): Organisation {
  const id = fixed.id ?? newId();
  const mailName =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "firma";
  const organisation = world.organisations.put(id, {
    id,
    name,
    createdAt: world.now(),
    user: { id: newId(), name: "Inhaber", email: `inhaber@${mailName}.example` },
    taxType: "net",
    nextInvoiceNumber: 1001,
    nextCreditNoteNumber: 1,
    nextContactNumber: 10_001,
    closedUntil: null,
    ...fixed,
  });
  addCondition(world, { organisationId: id, isDefault: true, template: TRANSFER_TERM, days: 14 });
  addCondition(world, { organisationId: id, isDefault: false, template: DIRECT_DEBIT_TERM, days: 14 });
  addCondition(world, { organisationId: id, isDefault: false, template: "Zahlbar sofort, rein netto", days: 0 });
  return organisation;
}

export function addCondition(world: World, condition: Omit<PaymentCondition, "id">): PaymentCondition {
  const id = newId();
  return world.conditions.put(id, { id, ...condition });
}

export function takeInvoiceNumber(world: World, organisation: Organisation): string {
  const current = world.organisations.get(organisation.id) ?? organisation;
  world.organisations.put(current.id, { ...current, nextInvoiceNumber: current.nextInvoiceNumber + 1 });
  return `RE${current.nextInvoiceNumber}`;
}

export function takeCreditNoteNumber(world: World, organisation: Organisation): string {
  const current = world.organisations.get(organisation.id) ?? organisation;
  world.organisations.put(current.id, { ...current, nextCreditNoteNumber: current.nextCreditNoteNumber + 1 });
  return `RK${String(current.nextCreditNoteNumber).padStart(4, "0")}`;
}

export function takeContactNumber(world: World, organisationId: string): number {
  const current = world.organisations.get(organisationId);
  if (!current) throw new ReplyError({ status: 404, body: { error: "no such organisation" } });
  world.organisations.put(current.id, { ...current, nextContactNumber: current.nextContactNumber + 1 });
  return current.nextContactNumber;
}

/**
 * Returns the organisation of a control panel call: by id or name, otherwise the first connected one, otherwise the
 * first.
 */
export function organisationFor(world: World, wanted: unknown): Organisation {
  if (wanted !== undefined && wanted !== null && wanted !== "") {
    const found = world.organisations.find((one) => one.id === wanted || one.name === wanted);
    if (!found) throw new ReplyError({ status: 404, body: { error: `no organisation ${String(wanted)}` } });
    return found;
  }
  const connected = world.connections.find((one) => one.status === "active");
  const first = (connected && world.organisations.get(connected.organisationId)) ?? world.organisations.all()[0];
  if (!first) throw new ReplyError({ status: 404, body: { error: "there is no organisation yet; connect one first" } });
  return first;
}
