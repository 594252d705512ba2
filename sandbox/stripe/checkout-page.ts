import type { Router, TwinReply, TwinRequest } from "../kit/http";
import { catchUp } from "./billing";
import type { Session } from "./billing-records";
import { isCodeActive } from "./catalog-shapes";
import { emptyDetails, ghost } from "./checkout";
import { complete, quoteSession, subscribe, trialEndOf } from "./checkout-life";
import { orderSummary } from "./checkout-summary";
import { emit } from "./events";
import { esc, field, page, problemLine, redirectTo } from "./html";
import { methodFields, methodFromForm, PageProblem, refusable } from "./method-form";
import { languageOf, type Texts, textsIn } from "./page-texts";
import { changeCustomer, newCustomer } from "./people-records";
import { showCustomer } from "./people-shapes";
import type { Address, Customer, PaymentMethod } from "./records";
import { saveByIntent } from "./setup-intents";
import { addTaxId, isVatId } from "./tax-ids";
import { storyOf } from "./test-methods";
import { now, type World } from "./world";

/** Adds the hosted page on which a customer subscribes. Everything works without script. */
export function checkoutPages(world: World, router: Router): void {
  router.on("GET", "/c/pay/:id", (request) => withSession(world, request, (visit) => show(visit)));
  router.on("POST", "/c/pay/:id", (request) => withSession(world, request, (visit) => answer(visit)));
  router.on("POST", "/c/pay/:id/authenticate", (request) => withSession(world, request, authenticate));
}

interface Visit {
  world: World;
  session: Session;
  texts: Texts;
  language: "en" | "de";
  form: URLSearchParams;
}

function withSession(world: World, request: TwinRequest, work: (visit: Visit) => TwinReply): TwinReply {
  catchUp(world);
  const session = world.records.sessions.get(request.params.id ?? "");
  const language = languageOf(session?.locale ?? null, request.headers["accept-language"]);
  const texts = textsIn(language);
  if (session?.status !== "open") {
    const why = session?.status === "complete" ? texts.done : texts.expired;
    return page(session ? 410 : 404, language, texts.gone, `<section><h1>${texts.gone}</h1><p>${why}</p></section>`);
  }
  const visit = { world, session, texts, language, form: new URLSearchParams(request.raw.toString("utf8")) };
  try {
    return work(visit);
  } catch (error) {
    if (error instanceof PageProblem) return show(visit, error.message);
    throw error;
  }
}

function customerOf({ world, session }: Visit): Customer | null {
  return world.records.customers.get(session.customer ?? "") ?? null;
}

function show(visit: Visit, problem?: string): TwinReply {
  const { world, session, texts, language, form } = visit;
  const customer = customerOf(visit);
  session.amounts = quoteSession(world, session, customer ?? ghost());
  const isTrial = (trialEndOf(world, session) ?? 0) > now(world, session.customer);
  const isFree = session.amounts.total === 0;
  const isOptional = session.payment_method_collection === "if_required" && isFree;
  const saved = customer ? world.records.paymentMethods.filter((one) => one.customer === customer.id) : [];
  const usable = saved.filter((one) => session.payment_method_types.includes(one.type));
  const title = session.mode === "setup" ? texts.save : isTrial ? texts.startTrial : texts.subscribe;
  const body = `<section><h1>${esc(title)}</h1>${orderSummary(world, session, texts, language)}${codeForm(session, texts)}</section>
<section>${problemLine(problem)}<form method="post" action="/c/pay/${session.id}" accept-charset="utf-8">
${detailFields(session, customer, texts, form)}${methodFields(texts, session.payment_method_types, usable, isOptional)}${consentFields(session, texts)}
<div class="buttons"><button name="action" value="subscribe">${esc(title)}</button>${session.cancel_url ? `<a href="${esc(session.cancel_url)}">${esc(texts.back)}</a>` : ""}</div></form></section>`;
  return page(problem ? 422 : 200, language, title, body);
}

function codeForm(session: Session, texts: Texts): string {
  if (!session.allow_promotion_codes) return "";
  const applied = session.discounts.length > 0;
  const inner = applied
    ? `<button class="plain" name="action" value="remove-code">${texts.remove}</button>`
    : `${field("code", texts.promotionCode)}<div class="buttons"><button class="plain" name="action" value="apply-code">${texts.apply}</button></div>`;
  return `<form method="post" action="/c/pay/${session.id}">${inner}</form>`;
}

function detailFields(session: Session, customer: Customer | null, texts: Texts, form: URLSearchParams): string {
  const had = (name: string, known: string | null | undefined): string => form.get(name) ?? known ?? "";
  const email = customer?.email ?? session.customer_email;
  const address = customer?.address;
  const needsAddress = asksAddress(session);
  const fields = [
    email
      ? `<p class="note">${esc(email)}</p>`
      : field("email", texts.email, { type: "email", value: had("email", ""), isRequired: true }),
    field("name", texts.name, { value: had("name", customer?.name) }),
    needsAddress
      ? [
          field("line1", texts.street, { value: had("line1", address?.line1), isRequired: true }),
          field("postal_code", texts.postalCode, { value: had("postal_code", address?.postal_code), isRequired: true }),
          field("city", texts.city, { value: had("city", address?.city), isRequired: true }),
          field("country", texts.country, { value: had("country", address?.country ?? "DE"), isRequired: true }),
        ].join("")
      : "",
    session.tax_id_collection.enabled ? field("vat_id", texts.vatId, { value: had("vat_id", "") }) : "",
  ];
  return `<fieldset><legend>${esc(texts.yourDetails)}</legend>${fields.join("")}</fieldset>`;
}

function asksAddress(session: Session): boolean {
  return session.billing_address_collection === "required" || session.automatic_tax;
}

function consentFields(session: Session, texts: Texts): string {
  const wanted = session.consent_collection;
  const box = (name: string, label: string, isRequired: boolean): string =>
    `<label class="choice"><input type="checkbox" name="${name}" value="1"${isRequired ? " required" : ""}><span>${esc(label)}</span></label>`;
  const terms = wanted?.terms_of_service === "required" ? box("terms", texts.terms, true) : "";
  return terms + (wanted?.promotions === "auto" ? box("promotions", texts.promotions, false) : "");
}

function answer(visit: Visit): TwinReply {
  const action = visit.form.get("action");
  if (action === "apply-code" || action === "remove-code") return changeCode(visit, action);
  const { world, session, form, texts } = visit;
  checkForm(visit);
  const customer = keepDetails(visit);
  session.amounts = quoteSession(world, session, customer);
  const chosen = methodFromForm(world, form, customer, texts);
  const isOptional = session.payment_method_collection === "if_required" && session.amounts.total === 0;
  if (!chosen && !isOptional) throw new PageProblem(texts.chooseMethod);
  const wanted = session.consent_collection;
  session.consent = wanted && {
    terms_of_service: form.get("terms") ? "accepted" : null,
    promotions: wanted.promotions === "auto" ? (form.get("promotions") ? "opt_in" : "opt_out") : null,
  };
  if (chosen && asksBank(chosen)) {
    world.records.sessions.put(session.id, Object.assign(session, { waiting: { payment_method: chosen.id } }));
    return bankPage(visit);
  }
  return finish(visit, customer, chosen, false);
}

function asksBank(method: PaymentMethod): boolean {
  const story = storyOf(method.story);
  return story.kind === "authenticates" && (story.everyTime || !method.authenticated);
}

function bankPage({ session, texts, language }: Visit): TwinReply {
  const body = `<section><h1>${texts.authenticateTitle}</h1><form method="post" action="/c/pay/${session.id}/authenticate"><div class="buttons">
<button name="decision" value="confirm">${texts.authenticate}</button><button class="plain" name="decision" value="refuse">${texts.refuse}</button></div></form></section>`;
  return page(200, language, texts.authenticateTitle, body);
}

function authenticate(visit: Visit): TwinReply {
  const { world, session, form, texts } = visit;
  const method = world.records.paymentMethods.get(session.waiting?.payment_method ?? "");
  const customer = customerOf(visit);
  session.waiting = null;
  if (!method || !customer || form.get("decision") !== "confirm") throw new PageProblem(texts.authenticationFailed);
  world.records.paymentMethods.put(method.id, Object.assign(method, { authenticated: true }));
  return finish(visit, customer, method, true);
}

function checkForm({ session, form, texts, ...visit }: Visit): void {
  const known = visit.world.records.customers.get(session.customer ?? "")?.email ?? session.customer_email;
  if (!known && !/^[^\s@]+@[^\s@]+$/.test(form.get("email") ?? "")) throw new PageProblem(texts.emailMissing);
  if (asksAddress(session) && ["line1", "postal_code", "city"].some((name) => !form.get(name)?.trim()))
    throw new PageProblem(texts.addressMissing);
  if (asksAddress(session) && !/^[A-Za-z]{2}$/.test(form.get("country") ?? ""))
    throw new PageProblem(texts.addressMissing);
  if (session.consent_collection?.terms_of_service === "required" && !form.get("terms"))
    throw new PageProblem(texts.termsMissing);
  const vatId = vatIdFrom(form);
  if (session.tax_id_collection.enabled && vatId && !isVatId(vatId)) throw new PageProblem(texts.vatWrong);
}

function vatIdFrom(form: URLSearchParams): string {
  return (form.get("vat_id") ?? "").replace(/\s/g, "").toUpperCase();
}

/** Stores the details: all of a new customer, but of a known one only what the session may change. */
function keepDetails(visit: Visit): Customer {
  const { world, session, form } = visit;
  const known = customerOf(visit);
  const customer = known ?? newCustomer(world);
  const address = asksAddress(session) ? addressOf(form) : null;
  const name = form.get("name")?.trim() || null;
  const fill = (): void => {
    customer.email ??= form.get("email") || session.customer_email;
    if (!known || session.customer_update.name) customer.name = name ?? customer.name;
    if (address && (!known || session.customer_update.address || !known.address)) customer.address = address;
    if (customer.preferred_locales.length === 0 && session.locale && session.locale !== "auto")
      customer.preferred_locales = [session.locale];
  };
  if (known) changeCustomer(world, customer, fill);
  else {
    fill();
    world.records.customers.put(customer.id, customer);
    emit(world, "customer.created", showCustomer(world, customer));
    session.customer = customer.id;
  }
  keepVatId(visit, customer);
  const taxIds = world.records.taxIds.filter((one) => one.customer === customer.id);
  session.customer_details = {
    ...emptyDetails(),
    address: address ?? customer.address,
    email: customer.email,
    name: name ?? customer.name,
    tax_exempt: customer.tax_exempt,
    tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
  };
  world.records.sessions.put(session.id, session);
  return customer;
}

function keepVatId({ world, session, form }: Visit, customer: Customer): void {
  const value = vatIdFrom(form);
  if (!session.tax_id_collection.enabled || value === "") return;
  const has = world.records.taxIds.find((one) => one.customer === customer.id && one.value === value);
  if (!has) refusable(() => addTaxId(world, customer, { type: "eu_vat", value }, ""));
}

function addressOf(form: URLSearchParams): Address {
  const part = (name: string): string | null => form.get(name)?.trim() || null;
  return {
    city: part("city"),
    country: part("country")?.toUpperCase() ?? null,
    line1: part("line1"),
    line2: null,
    postal_code: part("postal_code"),
    state: null,
  };
}

function finish(visit: Visit, customer: Customer, method: PaymentMethod | null, isAuthenticated: boolean): TwinReply {
  const { world, session, texts } = visit;
  if (session.mode === "setup" && method) {
    session.setup_intent = saveByIntent(world, customer.id, method).id;
    complete(world, session, "no_payment_required");
  } else {
    const outcome = refusable(() => subscribe(world, session, customer, method, isAuthenticated));
    if (outcome.result === "failed") throw new PageProblem(outcome.failure.message);
    if (outcome.result === "requires_action") throw new PageProblem(texts.authenticationFailed);
  }
  return redirectTo(session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id));
}

function changeCode(visit: Visit, action: "apply-code" | "remove-code"): TwinReply {
  const { world, session, form, texts } = visit;
  if (action === "remove-code") session.discounts = [];
  else {
    const code = (form.get("code") ?? "").trim().toUpperCase();
    const found = world.records.promotionCodes.find(
      (one) => one.code.toUpperCase() === code && isCodeActive(world, one),
    );
    const isForOther = found?.customer && found.customer !== session.customer;
    if (!session.allow_promotion_codes || !found || isForOther) throw new PageProblem(texts.codeWrong);
    session.discounts = [{ coupon: null, promotion_code: found.id }];
  }
  world.records.sessions.put(session.id, session);
  return redirectTo(`/c/pay/${session.id}`);
}
