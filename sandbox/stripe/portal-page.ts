import type { Router, TwinReply, TwinRequest } from "../kit/http";
import { catchUp } from "./billing";
import type { PortalSession, Subscription } from "./billing-records";
import { dateText, rhythmText } from "./checkout-summary";
import { esc, field, money, page, problemLine, redirectTo } from "./html";
import { nameOf } from "./invoice-build";
import { showInvoice } from "./invoice-shapes";
import { methodFields, methodFromForm, nameOfMethod, PageProblem, refusable } from "./method-form";
import { languageOf, textsIn } from "./page-texts";
import type { Params } from "./params";
import { addressFrom, changeCustomer } from "./people-records";
import { configurationOf, type Features, featuresOf } from "./portal-configurations";
import type { Customer } from "./records";
import { scheduleNext } from "./schedules";
import { saveByIntent } from "./setup-intents";
import { cancelNow, updateSubscription } from "./subscription-update";
import type { World } from "./world";

const OPENED_MS = 60 * 60_000;

/** Adds the hosted page on which customers manage their subscription. It works without script. */
export function portalPages(world: World, router: Router): void {
  router.on("GET", "/p/session/:token", (request) => visit(world, request, (here) => show(here)));
  router.on("POST", "/p/session/:token", (request) => visit(world, request, answer));
}

interface Visit {
  world: World;
  session: PortalSession;
  customer: Customer;
  features: Features;
  language: "en" | "de";
  form: URLSearchParams;
}

function visit(world: World, request: TwinRequest, work: (here: Visit) => TwinReply): TwinReply {
  catchUp(world);
  const session = world.records.portalSessions.find((one) => one.token === request.params.token);
  const customer = world.records.customers.get(session?.customer ?? "");
  const language = languageOf(session?.locale ?? null, request.headers["accept-language"]);
  const texts = textsIn(language);
  if (!session || !customer || session.deadAt < Date.now())
    return page(
      session ? 410 : 404,
      language,
      texts.gone,
      `<section><h1>${texts.gone}</h1><p>${texts.expired}</p></section>`,
    );
  world.records.portalSessions.put(session.id, Object.assign(session, { deadAt: Date.now() + OPENED_MS }));
  const features = featuresOf(configurationOf(world, session.configuration));
  const form = new URLSearchParams(request.raw.toString("utf8"));
  const here = { world, session, customer, features, language, form };
  try {
    return work(here);
  } catch (error) {
    if (error instanceof PageProblem) return show(here, error.message);
    throw error;
  }
}

function show(here: Visit, problem?: string): TwinReply {
  const { world, session, customer, features } = here;
  const say = wordsIn(here.language);
  const flow = session.flow?.type as string | undefined;
  const isOn = (name: keyof Features, type: string): boolean => features[name].enabled && (!flow || flow === type);
  const living = world.records.subscriptions.filter((one) => one.customer === customer.id && one.ended_at === null);
  const parts = living.map((one) => subscriptionPart(here, one, flow));
  if (isOn("payment_method_update", "payment_method_update")) parts.push(methodPart(here));
  if (isOn("customer_update", "customer_update")) parts.push(detailsPart(here));
  if (features.invoice_history.enabled && !flow) parts.push(invoicesPart(here));
  const back = session.return_url ? `<p><a href="${esc(session.return_url)}">${say.back}</a></p>` : "";
  const body = `${problem ? `<section>${problemLine(problem)}</section>` : ""}${parts.join("")}<section>${back}</section>`;
  return page(problem ? 422 : 200, here.language, say.title, `<h1>${say.title}</h1>${body}`);
}

function formOf({ session }: Visit, action: string, inner: string, label: string, isPlain = false): string {
  return `<form method="post" action="/p/session/${session.token}" accept-charset="utf-8">${inner}<div class="buttons"><button name="action" value="${action}"${isPlain ? ' class="plain"' : ""}>${esc(label)}</button></div></form>`;
}

function subscriptionPart(here: Visit, one: Subscription, flow: string | undefined): string {
  const { world, language, features, session } = here;
  const say = wordsIn(language);
  const item = one.items[0];
  const price = world.records.prices.get(item?.price ?? "");
  const end = dateText(item?.current_period_end ?? 0, language);
  const state = one.cancel_at_period_end ? `${say.endsOn} ${end}` : `${say.renewsOn} ${end}`;
  const texts = textsIn(language);
  const head = `<h2>${esc(nameOf(world, price))}</h2><p>${money(price?.unit_amount ?? 0, language)} ${rhythmText(price, texts)}<br><small>${esc(one.status)} – ${esc(state)}</small></p>`;
  const id = `<input type="hidden" name="subscription" value="${one.id}">`;
  const forms: string[] = [];
  if (features.subscription_cancel.enabled && (!flow || flow === "subscription_cancel"))
    forms.push(
      one.cancel_at_period_end
        ? formOf(here, "keep", id, say.keep)
        : formOf(here, "cancel", id + reasons(here), say.cancel, true),
    );
  if (features.subscription_update.enabled && (!flow || flow === "subscription_update"))
    forms.push(formOf(here, "switch", id + choices(here, item?.price), say.change));
  const confirm = session.flow?.subscription_update_confirm as Confirm | null | undefined;
  if (confirm?.subscription === one.id) {
    const wanted = world.records.prices.get(confirm.items[0]?.price ?? item?.price ?? "");
    forms.push(
      formOf(
        here,
        "confirm",
        id,
        `${say.confirm}: ${nameOf(world, wanted)} ${money(wanted?.unit_amount ?? 0, language)}`,
      ),
    );
  }
  return `<section>${head}${forms.join("")}</section>`;
}

interface Confirm {
  subscription: string;
  items: { id: string; price: string | null; quantity: number }[];
  discounts: { coupon: string | null; promotion_code: string | null }[] | null;
}

function reasons({ features, language }: Visit): string {
  const { cancellation_reason: reason } = features.subscription_cancel;
  if (!reason.enabled) return "";
  const options = reason.options.map((one) => `<option value="${esc(one)}">${esc(one.replaceAll("_", " "))}</option>`);
  return `<label for="feedback">${wordsIn(language).why}</label><select id="feedback" name="feedback"><option value=""></option>${options.join("")}</select>`;
}

function choices({ world, features, language }: Visit, current: string | undefined): string {
  const texts = textsIn(language);
  const prices = features.subscription_update.products.flatMap((one) => one.prices).filter((id) => id !== current);
  const options = prices.map((id) => {
    const price = world.records.prices.get(id);
    const label = `${nameOf(world, price)} – ${money(price?.unit_amount ?? 0, language)} ${rhythmText(price, texts)}`;
    return `<option value="${id}">${esc(label)}</option>`;
  });
  return `<label for="price">${wordsIn(language).plan}</label><select id="price" name="price">${options.join("")}</select>`;
}

function methodPart(here: Visit): string {
  const { world, customer, language } = here;
  const saved = world.records.paymentMethods.filter((one) => one.customer === customer.id);
  const current = world.records.paymentMethods.get(customer.default_payment_method ?? "");
  const note = current ? `<p class="note">${esc(nameOfMethod(current))}</p>` : "";
  const texts = textsIn(language);
  return `<section>${note}${formOf(here, "method", methodFields(texts, ["card", "sepa_debit"], saved, false), texts.save)}</section>`;
}

function detailsPart(here: Visit): string {
  const { customer, language } = here;
  const texts = textsIn(language);
  const { address } = customer;
  const fields = [
    field("email", texts.email, { type: "email", value: customer.email ?? "" }),
    field("name", texts.name, { value: customer.name ?? "" }),
    field("line1", texts.street, { value: address?.line1 ?? "" }),
    field("postal_code", texts.postalCode, { value: address?.postal_code ?? "" }),
    field("city", texts.city, { value: address?.city ?? "" }),
    field("country", texts.country, { value: address?.country ?? "DE" }),
  ];
  return `<section><h2>${texts.yourDetails}</h2>${formOf(here, "details", fields.join(""), texts.save)}</section>`;
}

function invoicesPart({ world, customer, language }: Visit): string {
  const invoices = world.records.invoices.filter((one) => one.customer === customer.id && one.status !== "draft");
  const rows = invoices.reverse().map((one) => {
    const url = String(showInvoice(world, one).hosted_invoice_url);
    return `<tr><td><a href="${esc(url)}">${esc(one.number ?? one.id)}</a> <small>${esc(one.status)}</small></td><td>${money(one.total, language)}</td></tr>`;
  });
  return `<section><h2>${wordsIn(language).invoices}</h2><table>${rows.join("")}</table></section>`;
}

function answer(here: Visit): TwinReply {
  const { world, session, form, features } = here;
  const action = form.get("action") ?? "";
  if (action === "method" && features.payment_method_update.enabled) newMethod(here);
  else if (action === "details" && features.customer_update.enabled) newDetails(here);
  else {
    const one = world.records.subscriptions.get(form.get("subscription") ?? "");
    if (!one || one.customer !== here.customer.id || one.ended_at !== null) throw new PageProblem("?");
    refusable(() => changeSubscription(here, one, action));
  }
  const after = session.flow?.after_completion as { type: string; redirect: { return_url: string } | null } | undefined;
  if (after?.type === "redirect" && after.redirect) return redirectTo(after.redirect.return_url);
  if (session.flow) world.records.portalSessions.put(session.id, Object.assign(session, { flow: null }));
  return redirectTo(`/p/session/${session.token}`);
}

function changeSubscription({ world, features, session, form }: Visit, one: Subscription, action: string): void {
  const { subscription_cancel: cancel, subscription_update: update } = features;
  const feedback = form.get("feedback");
  const details: Params = feedback ? { cancellation_details: { feedback } } : {};
  const change = (items: Params[], more: Params = {}): void =>
    updateSubscription(world, one, {
      items,
      proration_behavior: update.proration_behavior,
      payment_behavior: "error_if_incomplete",
      ...more,
    });
  if (action === "cancel" && cancel.enabled) {
    if (cancel.mode === "immediately") cancelNow(world, one, details);
    else updateSubscription(world, one, { cancel_at_period_end: true, ...details });
  } else if (action === "keep") updateSubscription(world, one, { cancel_at_period_end: false });
  else if (action === "switch" && update.enabled) {
    const price = form.get("price") ?? "";
    if (!update.products.some((product) => product.prices.includes(price))) throw new PageProblem("?");
    if (waitsForPeriodEnd(world, features, one, price)) scheduleNext(world, one, price);
    else change([{ id: one.items[0]?.id ?? "", price }]);
  } else if (action === "confirm") {
    const confirm = session.flow?.subscription_update_confirm as Confirm | undefined;
    if (!confirm) throw new PageProblem("?");
    const discounts = confirm.discounts?.map(
      ({ coupon, promotion_code }): Params => (coupon ? { coupon } : { promotion_code }),
    );
    const items = confirm.items.map(
      ({ id, price, quantity }): Params => ({ id, quantity, ...(price ? { price } : {}) }),
    );
    const wanted = confirm.items[0]?.price;
    if (wanted && waitsForPeriodEnd(world, features, one, wanted)) scheduleNext(world, one, wanted);
    else change(items, discounts ? { discounts } : {});
  }
}

/** True for changes that the merchant configured to happen only at the end of the paid period. */
function waitsForPeriodEnd(world: World, features: Features, one: Subscription, price: string): boolean {
  const conditions = features.subscription_update.schedule_at_period_end.conditions.map(({ type }) => type);
  const from = world.records.prices.get(one.items[0]?.price ?? "");
  const to = world.records.prices.get(price);
  const isDecrease = (to?.unit_amount ?? 0) < (from?.unit_amount ?? 0);
  const isShorter = from?.recurring?.interval === "year" && to?.recurring?.interval === "month";
  return (
    (conditions.includes("decreasing_item_amount") && isDecrease) ||
    (conditions.includes("shortening_interval") && isShorter)
  );
}

/** Makes a new method the customer's default; a subscription with a method of its own keeps that. */
function newMethod({ world, customer, form, language }: Visit): void {
  const method = methodFromForm(world, form, customer, textsIn(language));
  if (!method) throw new PageProblem(textsIn(language).chooseMethod);
  world.records.paymentMethods.put(method.id, Object.assign(method, { authenticated: true }));
  saveByIntent(world, customer.id, method);
  changeCustomer(world, customer, () => Object.assign(customer, { default_payment_method: method.id }));
}

function newDetails({ world, customer, features, form, language }: Visit): void {
  const may = (name: string): boolean => features.customer_update.allowed_updates.includes(name);
  const part = (name: string): string => form.get(name)?.trim() ?? "";
  if (may("email") && !/^[^\s@]+@[^\s@]+$/.test(part("email"))) throw new PageProblem(textsIn(language).emailMissing);
  const names = ["line1", "postal_code", "city"].map((name) => [name, part(name)]);
  const given = Object.fromEntries(
    [...names, ["country", part("country").toUpperCase()]].filter(([, value]) => value !== ""),
  );
  const address = refusable(() => addressFrom(given));
  changeCustomer(world, customer, () => {
    if (may("email")) customer.email = part("email");
    if (may("name")) customer.name = part("name") || null;
    if (may("address")) customer.address = address;
  });
}

const EN = {
  title: "Your subscription",
  back: "Back to Einzug",
  endsOn: "ends on",
  renewsOn: "renews on",
  keep: "Keep the subscription",
  cancel: "Cancel the subscription",
  change: "Change plan",
  confirm: "Confirm",
  why: "Why do you cancel?",
  plan: "New plan",
  invoices: "Invoices",
};
const DE: typeof EN = {
  title: "Ihr Abonnement",
  back: "Zurück zu Einzug",
  endsOn: "endet am",
  renewsOn: "verlängert sich am",
  keep: "Abonnement behalten",
  cancel: "Abonnement kündigen",
  change: "Tarif wechseln",
  confirm: "Bestätigen",
  why: "Warum kündigen Sie?",
  plan: "Neuer Tarif",
  invoices: "Rechnungen",
};

function wordsIn(language: "en" | "de"): typeof EN {
  return language === "de" ? DE : EN;
}
