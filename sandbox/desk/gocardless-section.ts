import { type Act, acts, amountInput, dayText, esc, input, type Mood, money, pill, table } from "./html";
import type { GoCardlessView } from "./views";

type Mandate = GoCardlessView["mandates"][number];
type Payment = GoCardlessView["payments"][number];
const SHOWN = 60;
const USABLE = ["pending_customer_approval", "pending_submission", "submitted", "active"];

/** Shows mandate requests that payers have not answered yet, and mandates. */
export function mandatesSection(state: Partial<GoCardlessView>): string {
  const waiting = (state.billingRequests ?? []).filter(
    (one) => one.status === "pending" || one.status === "ready_to_fulfil",
  );
  const requests = waiting
    .slice(-SHOWN)
    .reverse()
    .map((request) => {
      const flow = request.flows.at(-1);
      const link = flow ? `<a href="${esc(flow.authorisation_url)}">Open the payer's page</a>` : "no page yet";
      const sign: Act = { label: "Sign", call: `/gocardless/mandates/${request.id}/sign` };
      return [
        `<code>${esc(request.id)}</code>`,
        pill(request.status, "wait"),
        link,
        acts("mandates", [sign], request.id),
      ];
    });
  const open =
    requests.length === 0
      ? ""
      : `<h3>Waiting for the payer</h3>${table([{ title: "Request" }, { title: "State" }, { title: "Page" }, { title: "" }], requests, "")}`;
  const columns = [
    { title: "Payer" },
    { title: "Mandate" },
    { title: "State" },
    { title: "Next possible debit" },
    { title: "" },
  ];
  const rows = (state.mandates ?? []).slice(-SHOWN).reverse().map(mandateRow);
  return `<section id="mandates"><h2>Mandates <small>GoCardless</small></h2>${open}
    ${table(columns, rows, "No mandates yet. The app asks for them by mail.")}</section>`;
}

function mandateRow(mandate: Mandate): string[] {
  const isUsable = USABLE.includes(mandate.status);
  const mood: Mood = mandate.status === "active" ? "good" : isUsable ? "wait" : "quiet";
  const call = (what: string) => `/gocardless/mandates/${mandate.id}/${what}`;
  const list: Act[] = isUsable
    ? [
        { label: "Fail (bad account)", call: call("fail") },
        { label: "Cancel", call: call("cancel"), isDanger: true },
        { label: "Expire", call: call("expire") },
        { label: "Move to a new account", call: call("transfer") },
        { label: "Replace", call: call("replace") },
        {
          label: "Another app: subscribe monthly",
          call: "/gocardless/subscriptions",
          fields: { mandate: mandate.id, organisation: mandate.organisation },
          inputs: amountInput(),
        },
      ]
    : [];
  return [
    `${esc(mandate.payer?.name ?? "–")}<small>${esc(mandate.payer?.email ?? "no email")}</small>`,
    `<code>${esc(mandate.id)}</code><small>${esc(mandate.reference ?? "")}</small>`,
    pill(mandate.status, mood),
    dayText(mandate.next_possible_charge_date),
    acts("mandates", list, mandate.id),
  ];
}

export function paymentsSection(state: Partial<GoCardlessView>): string {
  const payers = new Map((state.mandates ?? []).map((one) => [one.id, one.payer?.name ?? one.id]));
  const columns = [
    { title: "Payer" },
    { title: "Payment" },
    { title: "Debit on" },
    { title: "State" },
    { title: "Amount", isNumber: true },
    { title: "" },
  ];
  const rows = (state.payments ?? [])
    .slice(-SHOWN)
    .reverse()
    .map((payment) => paymentRow(payment, payers));
  return `<section id="payments"><h2>Payments <small>GoCardless</small></h2>
    ${table(columns, rows, "No payments yet. They appear once the app collects an invoice.")}</section>`;
}

function paymentRow(payment: Payment, payers: Map<string, string>): string[] {
  const bad = ["failed", "charged_back", "customer_approval_denied"].includes(payment.status);
  const good = ["confirmed", "paid_out"].includes(payment.status);
  const mood: Mood = bad ? "bad" : good ? "good" : payment.status === "cancelled" ? "quiet" : "wait";
  return [
    esc(payers.get(payment.links?.mandate ?? "") ?? "–"),
    `<code>${esc(payment.id)}</code><small>${esc(payment.description ?? payment.reference ?? "")}</small>`,
    dayText(payment.charge_date),
    pill(payment.status, mood),
    money(payment.amount),
    acts("payments", paymentActs(payment), payment.id),
  ];
}

const CAUSES = [
  { value: "", label: "insufficient funds (usual)" },
  { value: "refer_to_payer", label: "refer to payer" },
  { value: "bank_account_closed", label: "account closed" },
  { value: "invalid_bank_details", label: "invalid bank details" },
  { value: "mandate_cancelled", label: "mandate cancelled" },
];

function paymentActs({ id, status }: Payment): Act[] {
  const call = (what: string) => `/gocardless/payments/${id}/${what}`;
  const cause = input({ name: "cause", label: "Cause", options: CAUSES });
  const early = ["pending_submission", "submitted"].includes(status);
  const list: Act[] = [];
  if (status === "pending_submission") list.push({ label: "Submit", call: call("submit") });
  if (early)
    list.push({ label: "Confirm", call: call("confirm") }, { label: "Fail", call: call("fail"), inputs: cause });
  if (early || status === "confirmed") list.push({ label: "Pay out", call: call("pay-out") });
  if (early || status === "confirmed" || status === "paid_out")
    list.push(
      { label: "Fail late", call: call("late-fail"), inputs: cause, isDanger: true },
      { label: "Charge back", call: call("charge-back"), isDanger: true },
    );
  if (status === "confirmed" || status === "paid_out")
    list.push({ label: "Refund", call: call("refund"), isDanger: true });
  if (status === "charged_back") list.push({ label: "Cancel the chargeback", call: call("cancel-charge-back") });
  if (status === "failed") list.push({ label: "Retry", call: call("retry") });
  if (status === "failed" || status === "charged_back") list.push({ label: "Settle", call: call("settle") });
  return list;
}

const PAYOUT_MOODS: Record<string, Mood> = { paid: "good", bounced: "bad" };

function bounceOf(id: string): Act {
  return { label: "Bounce", call: `/gocardless/payouts/${id}/bounce`, isDanger: true };
}

export function payoutsSection(state: Partial<GoCardlessView>): string {
  const columns = [
    { title: "Payout" },
    { title: "Arrives" },
    { title: "State" },
    { title: "Items" },
    { title: "Fees", isNumber: true },
    { title: "Amount", isNumber: true },
    { title: "" },
  ];
  const rows = (state.payouts ?? [])
    .slice(-SHOWN)
    .reverse()
    .map((payout) => {
      const items = (state.payoutItems ?? []).filter((item) => item.payout === payout.id);
      const lines = items.map(
        (item) => `<li>${esc(item.type.replaceAll("_", " "))} <span>${esc(item.amount)}</span></li>`,
      );
      return [
        `<code>${esc(payout.id)}</code>`,
        dayText(payout.arrival_date),
        pill(payout.status, PAYOUT_MOODS[payout.status] ?? "wait"),
        `<details><summary>${items.length} items, in cents</summary><ul class="items">${lines.join("")}</ul></details>`,
        money(payout.deducted_fees ?? 0),
        money(payout.amount),
        acts("payouts", payout.status === "paid" ? [bounceOf(payout.id)] : [], payout.id),
      ];
    });
  return `<section id="payouts"><h2>Payouts <small>GoCardless</small></h2>
    ${table(columns, rows, "No payouts yet. Move the clock a week after the first debit.")}</section>`;
}
