import type { Router, TwinReply, TwinRequest } from "../kit/http";
import { isEmail, PERSON_FIELDS } from "./customers";
import { escapeHtml, hidden, page, redirectTo, withQuery } from "./html";
import { isIban, normaliseIban } from "./iban";
import { showCreditor } from "./organisations";
import { type PayerTexts, payerTexts } from "./payer-texts";
import type { BillingRequest, Creditor, Flow, Person } from "./records";
import { emitRequest, signRequest } from "./signing";
import type { World } from "./world";

const PATH = "/billing/static/flow";

type Values = Record<string, string>;

interface Visit {
  flow: Flow;
  request: BillingRequest;
  creditor: Creditor;
  language: "de" | "en";
  texts: PayerTexts;
}

/** Adds the hosted page on which a payer signs. A person opens it, so it needs no token and no script. */
export function payerPageRoutes(world: World, router: Router): void {
  router.on("GET", PATH, (request) => {
    const visit = visitOf(world, request, request.query.get("id"));
    if ("status" in visit) return visit;
    if (!visit.flow.visited) {
      world.records.flows.put(visit.flow.id, Object.assign(visit.flow, { visited: true }));
      emitFlow(world, visit, "flow_visited");
    }
    return form(200, visit, prefill(world, visit), {});
  });
  router.on("POST", PATH, (request) => {
    const values = Object.fromEntries(new URLSearchParams(request.raw.toString("utf8")));
    const visit = visitOf(world, request, values.id ?? request.query.get("id"));
    if ("status" in visit) return visit;
    return values.do === "exit" ? exit(world, visit) : sign(world, visit, values);
  });
}

function emitFlow(world: World, visit: Visit, action: string): void {
  const links = { billing_request_flow: visit.flow.id };
  emitRequest(world, visit.request, action, "payer", `billing_request_${action}`, links);
}

/** Returns the flow and its records, or the page that explains why nothing can be signed here. */
function visitOf(world: World, request: TwinRequest, id: string | null): Visit | TwinReply {
  const flow = world.records.flows.get(id ?? "");
  const { language, texts } = payerTexts(flow?.language ?? request.headers["accept-language"] ?? null);
  const billingRequest = flow && world.records.billingRequests.get(flow.billingRequest);
  const creditor = billingRequest && world.records.creditors.get(billingRequest.creditor);
  if (!flow || !billingRequest || !creditor) return message(404, language, texts.unknown, texts.unknownText);
  if (billingRequest.status === "fulfilled") {
    return message(410, language, texts.used, texts.usedText, flow.redirect_uri ?? undefined, texts.back);
  }
  if (billingRequest.status === "cancelled") return message(410, language, texts.cancelled, texts.cancelledText);
  if (flow.expires_at <= world.kit.clock.now().toISOString()) {
    return message(410, language, texts.expired, texts.expiredText, flow.exit_uri ?? undefined, texts.back);
  }
  return { flow, request: billingRequest, creditor, language, texts };
}

function message(status: number, language: string, title: string, text: string, link?: string, label = ""): TwinReply {
  const button = link ? `<p class="buttons"><a class="button" href="${escapeHtml(link)}">${label}</a></p>` : "";
  return page(status, language, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button}`);
}

function prefill(world: World, visit: Visit): Values {
  const known = visit.request.customer ? world.records.customers.get(visit.request.customer) : undefined;
  const values: Values = { country_code: "DE" };
  for (const name of PERSON_FIELDS) {
    const value = visit.flow.prefilled_customer?.[name] ?? known?.[name];
    if (value) values[name] = value;
  }
  return values;
}

function exit(world: World, visit: Visit): TwinReply {
  emitFlow(world, visit, "flow_exited");
  const { texts, language, flow } = visit;
  if (flow.exit_uri) return redirectTo(withQuery(flow.exit_uri, { outcome: "exit", id: visit.request.id }));
  return message(200, language, texts.exited, texts.exitedText);
}

function sign(world: World, visit: Visit, typed: Values): TwinReply {
  const { texts, flow, request, creditor, language } = visit;
  const values = flow.lock_customer_details ? { ...typed, ...prefill(world, visit) } : typed;
  const errors = check(values, texts);
  if (Object.keys(errors).length > 0) return form(422, visit, values, errors);
  const person = Object.fromEntries(
    PERSON_FIELDS.map((name) => [name, values[name]?.trim() || null]),
  ) as unknown as Person;
  if (person.company_name) Object.assign(person, { given_name: null, family_name: null });
  signRequest(world, request, { person, iban: normaliseIban(values.iban ?? ""), language });
  const target = flow.redirect_uri ? withQuery(flow.redirect_uri, { outcome: "success", id: request.id }) : undefined;
  if (target && !flow.show_success_redirect_button) return redirectTo(target);
  return message(200, language, texts.done, texts.doneText(creditor.name), target, texts.back);
}

function check(values: Values, texts: PayerTexts): Values {
  const errors: Values = {};
  const has = (name: string) => Boolean(values[name]?.trim());
  if (!has("company_name") && !(has("given_name") && has("family_name"))) errors.company_name = texts.nameMissing;
  if (!isEmail(values.email?.trim() ?? "")) errors.email = texts.emailBad;
  for (const name of ["address_line1", "postal_code", "city"]) if (!has(name)) errors[name] = texts.fieldMissing;
  if (!isIban(normaliseIban(values.iban ?? ""))) errors.iban = texts.ibanBad;
  return errors;
}

function form(status: number, visit: Visit, values: Values, errors: Values): TwinReply {
  const { texts, creditor, request, flow } = visit;
  const field = (name: string, label: string, type = "text", extra = "") =>
    input(values, errors, name, label, type, extra);
  const locked = flow.lock_customer_details;
  const readonly = locked ? " readonly" : "";
  const purpose = request.mandateRequest.description
    ? `<p class="note">${texts.purpose}: ${escapeHtml(request.mandateRequest.description)}</p>`
    : "";
  const [scheme] = showCreditor(creditor).scheme_identifiers as { reference: string }[];
  const body = `<h1>${texts.title}</h1><p>${escapeHtml(texts.intro(creditor.name))}</p>${purpose}
<form method="post" action="${PATH}" accept-charset="utf-8">${hidden("id", flow.id)}
<h2>${texts.who}</h2>
${field("company_name", texts.company, "text", `autocomplete="organization"${readonly}`)}<small>${texts.companyHint}</small>
<div class="pair"><div>${field("given_name", texts.given, "text", `autocomplete="given-name"${readonly}`)}</div>
<div>${field("family_name", texts.family, "text", `autocomplete="family-name"${readonly}`)}</div></div>
${field("email", texts.email, "email", `autocomplete="email"${readonly}`)}
${field("address_line1", texts.street, "text", `autocomplete="address-line1"${readonly}`)}
<div class="pair zip"><div>${field("postal_code", texts.zip, "text", `autocomplete="postal-code"${readonly}`)}</div>
<div>${field("city", texts.city, "text", `autocomplete="address-level2"${readonly}`)}</div></div>
${countries(values.country_code ?? "DE", texts.country)}
<h2>${texts.account}</h2>
${field("iban", texts.iban, "text", 'autocomplete="off" spellcheck="false" placeholder="DE89 3704 0044 0532 0130 00"')}
<h2>${texts.mandate}</h2><p class="note">${escapeHtml(texts.consent(creditor.name))}</p>
<p class="note">${texts.creditorId}: ${scheme?.reference ?? ""}</p>
<div class="buttons"><button name="do" value="sign">${texts.sign}</button>
<button name="do" value="exit" class="plain" formnovalidate>${texts.exit}</button></div></form>`;
  return page(status, visit.language, texts.title, body);
}

function input(values: Values, errors: Values, name: string, label: string, type: string, extra: string): string {
  const error = errors[name];
  const described = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : "";
  const value = escapeHtml(values[name] ?? "");
  return (
    `<label for="${name}">${label}</label>` +
    `<input type="${type}" id="${name}" name="${name}" value="${value}" ${extra}${described}>` +
    (error ? `<p class="bad" id="${name}-error">${escapeHtml(error)}</p>` : "")
  );
}

function countries(chosen: string, label: string): string {
  const codes = ["DE", "AT", "CH", "FR", "NL", "BE", "LU", "IT", "ES", "PL", "DK"];
  const all = codes.includes(chosen) ? codes : [chosen, ...codes];
  const options = all.map((code) => {
    const picked = code === chosen ? " selected" : "";
    return `<option value="${escapeHtml(code)}"${picked}>${escapeHtml(code)}</option>`;
  });
  return `<label for="country_code">${label}</label><select id="country_code" name="country_code">${options.join("")}</select>`;
}
