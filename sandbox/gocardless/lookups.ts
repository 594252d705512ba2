import type { Router, TwinReply } from "../kit/http";
import { pdfOf } from "../kit/pdf";
import type { Call, ResourceApi } from "./api";
import { nameOf } from "./customers";
import { notFound } from "./errors";
import { allowOnly, optionalLinkId, requiredIban } from "./fields";
import { bankOf } from "./iban";
import { payerTexts } from "./payer-texts";
import { newId, type World } from "./world";

const PDF_LIFE_MS = 60 * 60_000;
const PDF_FIELDS = [
  "account_holder_name",
  "address_line1",
  "address_line2",
  "city",
  "company_name",
  "country_code",
  "family_name",
  "given_name",
  "iban",
  "bic",
  "links",
  "mandate_reference",
  "postal_code",
  "scheme",
  "signature_date",
];

export function bankLookupRoutes(api: ResourceApi): void {
  api.create((call) => {
    allowOnly(call.fields, ["account_holder_name", "iban", "country_code"], "/bank_details_lookups");
    const bank = bankOf(requiredIban(call.fields, "/bank_details_lookups"));
    const shown = { available_debit_schemes: ["sepa_core"], bank_name: bank.name, bic: bank.bic };
    return { id: newId("BDL"), shown };
  });
}

/** Adds the routes for mandate PDFs. The returned link serves a real, small PDF. */
export function mandatePdfRoutes(world: World, api: ResourceApi, router: Router): void {
  api.create((call) => {
    allowOnly(call.fields, PDF_FIELDS, "/mandate_pdfs");
    const mandate = optionalLinkId(call.fields, "mandate", "/mandate_pdfs");
    if (mandate && world.records.mandates.get(mandate)?.organisation !== call.organisation) throw notFound();
    const url = `${call.request.origin}/mandate_pdf_files/${mandate ?? "blank"}/${languageOf(call)}`;
    const expires_at = new Date(world.kit.clock.now().getTime() + PDF_LIFE_MS).toISOString();
    return { id: newId("MPDF"), shown: { url, expires_at } };
  });
  router.on("GET", "/mandate_pdf_files/:mandate/:language", ({ params }) =>
    file(world, params.mandate, params.language),
  );
}

function languageOf(call: Call): string {
  return payerTexts(call.request.headers["accept-language"] ?? "en").language;
}

function file(world: World, id = "", language = "en"): TwinReply {
  const mandate = world.records.mandates.get(id);
  const customer = mandate && world.records.customers.get(mandate.customer);
  const account = mandate && world.records.bankAccounts.get(mandate.bankAccount);
  const creditor = mandate && world.records.creditors.get(mandate.creditor);
  if (!mandate && id !== "blank") return { status: 404, body: "Not found" };
  const { texts } = payerTexts(language);
  const lines = [
    `${texts.mandate}: ${mandate?.reference ?? "________________"}`,
    `${texts.creditorId}: DE98ZZZ09999999999`,
    customer ? nameOf(customer) : "________________",
    `IBAN: ${account ? `${account.iban.slice(0, 2)}** **** ${account.iban.slice(-2)}` : "________________"}`,
    "",
    ...wrap(texts.consent(creditor?.name ?? "________________")),
  ];
  return { status: 200, headers: { "content-type": "application/pdf" }, body: pdfOf(texts.mandate, lines) };
}

function wrap(text: string): string[] {
  return text.match(/.{1,85}(?:\s|$)/g) ?? [text];
}
