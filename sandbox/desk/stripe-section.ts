import { type Act, acts, dayText, esc, type Mood, money, pill, table } from "./html";
import type { StripeView } from "./views";

const SHOWN = 60;
const MOODS: Record<string, Mood> = { active: "good", trialing: "good", past_due: "bad", unpaid: "bad" };
const LIVING = ["active", "trialing", "past_due", "unpaid", "incomplete", "paused"];

/** Shows the suppliers' subscriptions to the app itself. */
export function subscriptionsSection(state: Partial<StripeView>): string {
  const customers = new Map((state.customers ?? []).map((one) => [one.id, one]));
  const columns = [
    { title: "Customer" },
    { title: "Subscription" },
    { title: "State" },
    { title: "Period ends" },
    { title: "Price", isNumber: true },
    { title: "" },
  ];
  const rows = (state.subscriptions ?? [])
    .slice(-SHOWN)
    .reverse()
    .map((one) => {
      const customer = customers.get(one.customer);
      const item = one.items.data[0];
      const end = item ? new Date(item.current_period_end * 1_000).toISOString() : null;
      return [
        `${esc(customer?.name ?? "–")}<small>${esc(customer?.email ?? "no email")}</small>`,
        `<code>${esc(one.id)}</code><small>${esc(item?.price.lookup_key ?? "")}</small>`,
        pill(one.status, MOODS[one.status] ?? (LIVING.includes(one.status) ? "wait" : "quiet")),
        dayText(end),
        money(item?.price.unit_amount ?? 0),
        acts("subscriptions", actsOf(one.id, one.status), one.id),
      ];
    });
  return `<section id="subscriptions"><h2>Subscriptions <small>Stripe</small></h2>
    ${table(columns, rows, "No subscriptions yet. They begin at the app's checkout.")}</section>`;
}

function actsOf(id: string, status: string): Act[] {
  if (!LIVING.includes(status)) return [];
  const call = (what: string) => `/stripe/subscriptions/${id}/${what}`;
  const renews = ["active", "trialing", "past_due", "unpaid"].includes(status);
  return [
    ...(status === "trialing" ? [{ label: "End the trial", call: call("end-trial") }] : []),
    ...(renews
      ? [
          { label: "Renew now", call: call("renew") },
          { label: "Fail the payment", call: call("fail-payment") },
        ]
      : []),
    { label: "Dispute the last payment", call: call("dispute"), isDanger: true },
    { label: "Win the dispute", call: call("win-dispute") },
    { label: "Cancel at the period's end", call: call("cancel"), fields: { atPeriodEnd: "true" } },
    { label: "Cancel now", call: call("cancel"), isDanger: true },
  ];
}
