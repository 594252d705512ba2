import type { Fields } from "./fields";
import type { BillingRequest, Mandate, Payment } from "./records";
import { APP, type World } from "./world";

export class DeskError extends Error {
  constructor(
    readonly status: 404 | 422,
    message: string,
  ) {
    super(message);
  }
}

export type On = (path: string, work: (request: { params: Record<string, string> }, body: Fields) => unknown) => void;

function same(a: string | null | undefined, b: string): boolean {
  return a?.trim().toLowerCase() === b.trim().toLowerCase();
}

function scoped(body: Fields, organisation: string): boolean {
  return body.organisation === undefined || body.organisation === organisation;
}

/** Returns the organisation that the body names (by id or name), otherwise the demo's, otherwise the newest. */
export function organisationFrom(world: World, body: Fields): { id: string } {
  const { organisations } = world.records;
  if (body.organisation !== undefined) {
    const found = organisations.find((one) => one.id === body.organisation || one.name === body.organisation);
    if (!found) throw new DeskError(404, `no organisation ${String(body.organisation)}`);
    return found;
  }
  const usual = organisations.get(APP.demoOrganisation) ?? organisations.all().at(-1);
  if (!usual) throw new DeskError(404, "there is no organisation yet");
  return usual;
}

/** Returns the mandate with this id, or the newest mandate of the payer with this e-mail address. */
export function mandateFor(world: World, idOrEmail: string, body: Fields): Mandate | undefined {
  const byId = world.records.mandates.get(idOrEmail);
  if (byId) return byId;
  return world.records.mandates
    .filter((one) => scoped(body, one.organisation) && same(emailOf(world, one), idOrEmail))
    .at(-1);
}

export function emailOf(world: World, mandate: Mandate): string | null {
  return world.records.customers.get(mandate.customer)?.email ?? null;
}

export function paymentFor(world: World, idOrEmail: string, body: Fields): Payment {
  const byId = world.records.payments.get(idOrEmail);
  if (byId) return byId;
  const newest = world.records.payments
    .filter((one) => {
      const mandate = world.records.mandates.get(one.mandate);
      return scoped(body, one.organisation) && mandate !== undefined && same(emailOf(world, mandate), idOrEmail);
    })
    .at(-1);
  if (newest) return newest;
  throw new DeskError(404, `no payment ${idOrEmail}, and no payment of a payer with that e-mail`);
}

/** Returns the billing request with this id, or the newest open one for the payer with this e-mail address. */
export function openRequestFor(world: World, idOrEmail: string, body: Fields): BillingRequest | undefined {
  const isOpen = (one: BillingRequest) => one.status === "pending" || one.status === "ready_to_fulfil";
  const byId = world.records.billingRequests.get(idOrEmail);
  if (byId && !isOpen(byId)) throw new DeskError(422, `billing request ${byId.id} is ${byId.status}`);
  if (byId) return byId;
  return world.records.billingRequests
    .filter((one) => isOpen(one) && scoped(body, one.organisation) && isFor(world, one, idOrEmail))
    .at(-1);
}

/** True if the request's customer, its prefilled data or its metadata has the e-mail address. */
function isFor(world: World, request: BillingRequest, email: string): boolean {
  const customer = request.customer ? world.records.customers.get(request.customer) : undefined;
  if (same(customer?.email, email)) return true;
  const kept = [...Object.values(request.metadata), ...Object.values(request.mandateRequest.metadata)];
  if (kept.some((value) => same(value, email))) return true;
  const flows = world.records.flows.filter((flow) => flow.billingRequest === request.id);
  return flows.some((flow) => same(flow.prefilled_customer?.email, email));
}
