import { type Call, owned, type ResourceApi } from "./api";
import { emit } from "./events";
import { listReply } from "./lists";
import type { Creditor, Organisation, VerificationStatus } from "./records";
import { newId, nowIso, type World } from "./world";

const CREDITOR_IDENTIFIER = "DE98ZZZ09999999999";
/** Working days of notice that payers get. */
const ADVANCE_NOTICE = 3;

export interface NewOrganisation {
  id?: string;
  name: string;
  email?: string;
  city?: string;
  verificationStatus?: VerificationStatus;
}

/** Creates a merchant's account with one creditor, as every connected account has. */
export function createOrganisation(world: World, wanted: NewOrganisation): Organisation {
  const id = wanted.id ?? newId("OR");
  const organisation = { id, name: wanted.name, email: wanted.email || `inhaber@${slug(wanted.name)}.example` };
  world.records.organisations.put(id, organisation);
  const creditorId = id.startsWith("OR000") ? id.replace("OR", "CR") : newId("CR");
  const creditor: Creditor = {
    id: creditorId,
    organisation: id,
    created_at: nowIso(world),
    name: wanted.name,
    city: wanted.city || "Dresden",
    verification_status: wanted.verificationStatus ?? "successful",
    payoutAccount: creditorId.replace("CR", "BA"),
    payoutCount: 0,
  };
  world.records.creditors.put(creditorId, creditor);
  return organisation;
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "firma"
  );
}

export function creditorOf(world: World, organisation: string): Creditor {
  const [creditor] = world.records.creditors.by("organisation", organisation);
  if (!creditor) throw new Error(`organisation ${organisation} has no creditor`);
  return creditor;
}

export function setVerification(world: World, creditor: Creditor, status: VerificationStatus): void {
  creditor.verification_status = status;
  world.records.creditors.put(creditor.id, creditor);
  emit(world, {
    organisation: creditor.organisation,
    resource_type: "creditors",
    action: "updated",
    origin: "gocardless",
    cause: "creditor_updated",
    links: { creditor: creditor.id },
    details: { property: "verification_status" },
  });
}

export function creditorRoutes(world: World, api: ResourceApi): void {
  api.get((call) => showCreditor(owned(world.records.creditors, call)));
  api.list((call: Call) =>
    listReply(call, {
      name: "creditors",
      docs: world.records.creditors.by("organisation", call.organisation),
      idOf: (creditor) => creditor.id,
      filters: {},
      ranges: { created_at: (creditor) => creditor.created_at },
      show: showCreditor,
    }),
  );
}

export function showCreditor(creditor: Creditor): Record<string, unknown> {
  return {
    id: creditor.id,
    created_at: creditor.created_at,
    name: creditor.name,
    address_line1: "Werkstraße 4",
    address_line2: null,
    address_line3: null,
    // Stores from before this field existed contain creditors of one city only.
    city: creditor.city ?? "Dresden",
    region: null,
    postal_code: "01099",
    country_code: "DE",
    creditor_type: "company",
    logo_url: null,
    verification_status: creditor.verification_status,
    can_create_refunds: true,
    fx_payout_currency: null,
    mandate_imports_enabled: false,
    merchant_responsible_for_notifications: false,
    custom_payment_pages_enabled: false,
    bank_reference_prefix: null,
    links: { default_eur_payout_account: creditor.payoutAccount },
    scheme_identifiers: [schemeIdentifier(creditor)],
  };
}

function schemeIdentifier(creditor: Creditor): Record<string, unknown> {
  return {
    id: creditor.id.replace("CR", "SU"),
    created_at: creditor.created_at,
    name: creditor.name,
    scheme: "sepa",
    reference: CREDITOR_IDENTIFIER,
    minimum_advance_notice: ADVANCE_NOTICE,
    currency: "EUR",
    status: "active",
    address_line1: "Werkstraße 4",
    address_line2: null,
    address_line3: null,
    city: creditor.city ?? "Dresden",
    region: null,
    postal_code: "01099",
    country_code: "DE",
    email: null,
    phone_number: null,
    can_specify_mandate_reference: true,
  };
}
