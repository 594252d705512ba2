import type { Api, Call } from "./api";
import { invalid, missing } from "./errors";
import { emit } from "./events";
import { listOf } from "./lists";
import { type Params, required } from "./params";
import { customerOf, livingCustomer } from "./people-records";
import { showTaxId } from "./people-shapes";
import type { Customer, TaxId, Wire } from "./records";
import { newId, now, type World } from "./world";

export function taxIdRoutes(api: Api): void {
  api.on("POST", "/v1/customers/:id/tax_ids", "CustomerCreateTaxIdParams", ({ world, id, params }) =>
    showTaxId(world, addTaxId(world, livingCustomer(world, id), params, "")),
  );
  api.on("GET", "/v1/customers/:id/tax_ids", "CustomerListTaxIdsParams", (call) => {
    const { id } = customerOf(call.world, call.id);
    const docs = call.world.records.taxIds.filter((one) => one.customer === id);
    return listOf(call, { docs, what: "tax_id", show: (one) => showTaxId(call.world, one) });
  });
  api.on("GET", "/v1/customers/:id/tax_ids/:sub", "CustomerRetrieveTaxIdParams", (call) =>
    showTaxId(call.world, taxIdOf(call)),
  );
  api.on("DELETE", "/v1/customers/:id/tax_ids/:sub", "CustomerDeleteTaxIdParams", (call): Wire => {
    const taxId = taxIdOf(call);
    call.world.records.taxIds.delete(taxId.id);
    emit(call.world, "customer.tax_id.deleted", showTaxId(call.world, taxId));
    return { id: taxId.id, object: "tax_id", deleted: true };
  });
}

function taxIdOf({ world, id, sub }: Call): TaxId {
  const taxId = world.records.taxIds.get(sub);
  if (!taxId || taxId.customer !== id) throw missing("tax_id", sub);
  return taxId;
}

/** Forms of the VAT ids of the EU; check digits are not checked, because the tax register is asked. */
const VAT_FORMS: Record<string, RegExp> = {
  AT: /^ATU\d{8}$/,
  BE: /^BE[01]\d{9}$/,
  CZ: /^CZ\d{8,10}$/,
  DE: /^DE\d{9}$/,
  DK: /^DK\d{8}$/,
  ES: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/,
  FR: /^FR[A-Z0-9]{2}\d{9}$/,
  IE: /^IE[A-Z0-9]{8,9}$/,
  IT: /^IT\d{11}$/,
  LU: /^LU\d{8}$/,
  NL: /^NL[A-Z0-9]{12}$/,
  PL: /^PL\d{10}$/,
};
/** Forms of the types outside the EU that the product uses. */
const OTHER_FORMS: Record<string, RegExp> = {
  ch_vat: /^CHE\d{9}(?:MWST|TVA|IVA|VAT)$/,
  li_vat: /^\d{5}$/,
  gb_vat: /^GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  no_vat: /^\d{9}MVA$/,
};
/** Special values of the vendor's test mode. */
const TEST_VALUES: Record<string, TaxId["status"]> = {
  "000000000": "verified",
  "111111111": "unverified",
  "222222222": "pending",
};

export function addTaxId(world: World, customer: Customer, params: Params, at: string): TaxId {
  const param = at ? `${at}[value]` : "value";
  const type = required(params, "type");
  const value = required(params, "value").replace(/\s/g, "");
  const form = OTHER_FORMS[type];
  if ((type === "eu_vat" && !isVatId(value)) || (form && !form.test(value.replace(/[.-]/g, ""))))
    throw invalid(`Invalid value for ${type}.`, param, "tax_id_invalid");
  const digits = value.replace(/^[A-Z]+/, "");
  const taxId: TaxId = {
    id: newId("txi"),
    created: now(world, customer.id),
    customer: customer.id,
    type,
    value,
    country: type === "eu_vat" ? value.slice(0, 2) : type.slice(0, 2).toUpperCase(),
    status: type === "eu_vat" ? (TEST_VALUES[digits] ?? "verified") : "unavailable",
  };
  world.records.taxIds.put(taxId.id, taxId);
  const shown = showTaxId(world, taxId);
  emit(world, "customer.tax_id.created", shown);
  return taxId;
}

export function isVatId(value: string): boolean {
  const form = VAT_FORMS[value.slice(0, 2)] ?? /^(BG|CY|EE|EL|FI|GR|HR|HU|LT|LV|MT|PT|RO|SE|SI|SK|XI)[A-Z0-9]{6,12}$/;
  return form.test(value);
}
