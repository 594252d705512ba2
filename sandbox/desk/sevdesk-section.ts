import { type Act, actForm, acts, amountInput, dayText, esc, input, type Mood, money, pill, table } from "./html";
import type { SevdeskView } from "./views";

type Invoice = SevdeskView["invoices"][number];

const SHOWN = 60;
const STATES: Record<number, { word: string; mood: Mood }> = {
  50: { word: "series off", mood: "quiet" },
  100: { word: "draft", mood: "quiet" },
  200: { word: "open", mood: "wait" },
  500: { word: "cancelled", mood: "quiet" },
  750: { word: "partly paid", mood: "wait" },
  1000: { word: "paid", mood: "good" },
};
const KINDS: Record<string, string> = {
  AR: "advance invoice",
  TR: "partial invoice",
  ER: "final invoice",
  SR: "cancellation",
  MA: "reminder",
  WKR: "series",
};

/** Shows the accounts with their keys, and the invoices of all accounts, newest first. */
export function sevdeskSection(state: Partial<SevdeskView>): string {
  const columns = [
    { title: "Number" },
    { title: "Contact" },
    { title: "Payment method" },
    { title: "Due" },
    { title: "State" },
    { title: "Open", isNumber: true },
    { title: "Total", isNumber: true },
    { title: "" },
  ];
  const rows = (state.invoices ?? []).slice(-SHOWN).reverse().map(invoiceRow);
  return `<section id="sevdesk"><h2>Invoices <small>sevdesk</small></h2>
    ${table([{ title: "Account" }, { title: "API key" }, { title: "" }], (state.clients ?? []).map(clientRow), "No account.")}
    ${addForm(state)}
    ${table(columns, rows, "No invoices here. Add one, then let the app look.")}</section>`;
}

function clientRow({ id, name, apiKey }: SevdeskView["clients"][number]): string[] {
  const list: Act[] = [
    { label: "New key", call: "/sevdesk/keys/rotate", fields: { client: id } },
    { label: "Revoke the key", call: "/sevdesk/keys/revoke", fields: { client: id }, isDanger: true },
  ];
  return [esc(name), apiKey ? `<code>${esc(apiKey)}</code>` : pill("revoked", "bad"), acts("sevdesk", list, name)];
}

function invoiceRow(invoice: Invoice): string[] {
  const { word, mood } = STATES[invoice.status] ?? { word: String(invoice.status), mood: "quiet" };
  const kind = KINDS[invoice.type];
  return [
    `<strong>${esc(invoice.number ?? "draft")}</strong>${kind ? `<small>${esc(kind)}</small>` : ""}`,
    `${esc(invoice.contactName ?? "–")}<small>${esc(invoice.contactEmail ?? "no email")}</small>`,
    `<span class="term">${esc(invoice.paymentTermLabel ?? "–")}</span>`,
    dayText(invoice.dueDate),
    pill(word, mood),
    money(invoice.openCents),
    money(invoice.totalCents),
    acts("sevdesk", actsFor(invoice), invoice.number ?? "the draft"),
  ];
}

function actsFor(invoice: Invoice): Act[] {
  const call = (what: string) => `/sevdesk/invoices/${invoice.id}/${what}`;
  if (invoice.status === 100)
    return [
      { label: "Send", call: call("send") },
      { label: "Delete draft", call: call("delete"), isDanger: true },
    ];
  if (invoice.openCents <= 0) return [];
  const due = input({ name: "dueDate", label: "Due", type: "date", value: invoice.dueDate ?? "" });
  return [
    { label: "Mark paid", call: call("pay") },
    { label: "Pay a part", call: call("part-pay"), inputs: amountInput() },
    { label: "Send a reminder", call: call("remind") },
    { label: "Change amount", call: call("change"), inputs: amountInput() },
    { label: "Change due date", call: call("change"), inputs: due },
    { label: "Cancel", call: call("void"), isDanger: true },
  ];
}

const TYPES = ["invoice", "draft", "advance", "partial", "final"].map((value) => ({ value, label: value }));

function addForm(state: Partial<SevdeskView>): string {
  const clients = (state.clients ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const terms = [...new Set((state.paymentMethods ?? []).map((one) => one.name))];
  const fields = [
    input({ name: "client", label: "Account", options: clients }),
    input({ name: "contact.name", label: "Contact", isRequired: true }),
    input({ name: "contact.email", label: "Email", type: "email" }),
    amountInput(),
    input({ name: "dueDate", label: "Due (in 14 days if empty)", type: "date" }),
    input({
      name: "paymentTermLabel",
      label: "Payment method",
      options: terms.map((name) => ({ value: name, label: name })),
    }),
    input({ name: "type", label: "Kind", options: TYPES }),
  ];
  return `<details class="add"><summary>Add an invoice</summary>${actForm("sevdesk", {
    label: "Add invoice",
    call: "/sevdesk/invoices",
    inputs: fields.join(""),
  })}</details>`;
}
