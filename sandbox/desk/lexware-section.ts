import { type Act, actForm, acts, amountInput, dayText, esc, input, type Mood, money, pill, table } from "./html";
import type { LexwareView } from "./views";

type Invoice = LexwareView["invoices"][number];
const SHOWN = 60;

/** Shows the invoices of all organisations, newest first, with everything their user could do to them. */
export function invoicesSection(state: Partial<LexwareView>, find: string): string {
  const all = (state.invoices ?? []).filter((invoice) => matches(invoice, find));
  const rows = all.slice(-SHOWN).reverse().map(invoiceRow);
  const columns = [
    { title: "Number" },
    { title: "Contact" },
    { title: "Payment term" },
    { title: "Due" },
    { title: "State" },
    { title: "Open", isNumber: true },
    { title: "Total", isNumber: true },
    { title: "" },
  ];
  const more =
    all.length > SHOWN ? `<p class="empty">The newest ${SHOWN} of ${all.length}. Search for the others.</p>` : "";
  return `<section id="invoices"><h2>Invoices <small>Lexware Office</small></h2>
    <form method="get" action="/#invoices" class="find">${input({ name: "find", label: "Find a number or a name", value: find })}<button>Find</button></form>
    ${addForm(state)}
    ${table(columns, rows, "No invoices here. Connect the app to Lexware Office, then add one.")}${more}</section>`;
}

export function bookingsSection(state: Partial<LexwareView>): string {
  const rows = (state.transactions ?? [])
    .slice(-SHOWN)
    .reverse()
    .map((one) => [
      dayText(one.bookingDate),
      esc(one.purpose),
      `<code>${esc(one.externalReference ?? "–")}</code>`,
      one.proposedVoucherId
        ? pill("to confirm", "wait")
        : pill(one.state ?? "unassigned", one.state ? "good" : "quiet"),
      money(one.feeCents ?? 0),
      money(one.cents),
      one.proposedVoucherId
        ? actForm("bookings", { label: "Confirm", call: `/lexware/transactions/${one.id}/confirm` })
        : "",
    ]);
  const columns = [
    { title: "Booked" },
    { title: "Purpose" },
    { title: "Reference" },
    { title: "State" },
    { title: "Fee", isNumber: true },
    { title: "Amount", isNumber: true },
    { title: "" },
  ];
  const isAuto = state.assignment !== "confirm";
  const accounts = (state.accounts ?? []).map((one) => `${esc(one.name)} ${money(one.balanceCents)}`).join(" · ");
  return `<section id="bookings"><h2>Bookings <small>Lexware Office</small></h2>
    <div class="line">${actForm("bookings", {
      label: isAuto ? "Let the user confirm matches" : "Assign matches at once",
      call: "/lexware/assignment",
      fields: { mode: isAuto ? "confirm" : "auto" },
    })}<span>${isAuto ? "Matches are assigned at once." : "Matches wait for the user."} ${(state.hints ?? []).length} hints. ${accounts}</span></div>
    ${table(columns, rows, "No financial transactions yet. They come with the first payout.")}</section>`;
}

function matches(invoice: Invoice, find: string): boolean {
  const text = `${invoice.number ?? ""} ${invoice.contactName} ${invoice.contactEmail ?? ""}`.toLowerCase();
  return text.includes(find.trim().toLowerCase());
}

const KIND_WORDS: Record<string, string> = {
  downpaymentinvoice: "down payment",
  creditnote: "credit note",
  salesinvoice: "voucher",
};

function invoiceRow(invoice: Invoice): string[] {
  const kind = invoice.isClosing ? "closing invoice" : (KIND_WORDS[invoice.type] ?? invoice.type);
  return [
    `<strong>${esc(invoice.number ?? "draft")}</strong>${kind === "invoice" ? "" : `<small>${esc(kind)}</small>`}`,
    `${esc(invoice.contactName)}<small>${esc(invoice.contactEmail ?? "no email")}</small>`,
    `<span class="term">${esc(invoice.paymentTermLabel ?? "–")}</span>`,
    dayText(invoice.dueDate),
    pill(invoice.isOverdue ? "overdue" : invoice.status, moodOf(invoice)),
    money(invoice.openCents),
    money(invoice.totalCents),
    acts("invoices", actsFor(invoice), invoice.number ?? "the draft"),
  ];
}

function moodOf(invoice: Invoice): Mood {
  if (invoice.isOverdue) return "bad";
  if (invoice.status === "paid" || invoice.status === "paidoff") return "good";
  return invoice.status === "open" || invoice.status === "sepadebit" ? "wait" : "quiet";
}

function actsFor(invoice: Invoice): Act[] {
  const call = (what: string) => `/lexware/invoices/${invoice.id}/${what}`;
  if (invoice.status === "draft") return [{ label: "Delete draft", call: call("delete"), isDanger: true }];
  const list: Act[] = [];
  if (invoice.status === "open" && invoice.openCents > 0) {
    list.push(
      { label: "Mark paid", call: call("pay") },
      { label: "Pay a part", call: call("part-pay"), inputs: amountInput() },
      { label: "Credit", call: call("credit"), inputs: amountInput() },
    );
  }
  if (invoice.payments.some((item) => item.type === "partPaymentFinancialTransaction"))
    list.push({ label: "Undo assignment", call: call("undo-assignment") });
  if (invoice.status === "open" || invoice.status === "paid") {
    const due = input({ name: "dueDate", label: "Due", type: "date", value: invoice.dueDate ?? "" });
    list.push(
      { label: "Change amount", call: call("change"), inputs: amountInput() },
      { label: "Change due date", call: call("change"), inputs: due },
      { label: "Void", call: call("void"), isDanger: true },
    );
  }
  return list;
}

const TYPES = [
  { value: "invoice", label: "Invoice" },
  { value: "draft", label: "Draft" },
  { value: "downpaymentinvoice", label: "Down payment invoice" },
  { value: "closing", label: "Closing invoice" },
  { value: "salesinvoice", label: "Bookkeeping voucher" },
  { value: "sepadebit", label: "Voucher in Lexware's own direct debit" },
];

/** The payer of the README's tour, who has granted a mandate in the demo. */
const KNOWN_PAYER = { name: "Bäckerei Sonnenschein KG", email: "rechnung@baeckerei.example" };

function addForm(state: Partial<LexwareView>): string {
  const organisations = (state.organisations ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (organisations.length === 0) return "";
  const terms = [...new Set((state.paymentConditions ?? []).map((one) => one.template))];
  const direct = terms.find((term) => term.toLowerCase().includes("lastschrift"));
  const fields = [
    input({ name: "organisation", label: "Organisation", options: organisations }),
    input({ name: "contact.name", label: "Contact", isRequired: true, value: KNOWN_PAYER.name }),
    input({ name: "contact.email", label: "Email", type: "email", value: KNOWN_PAYER.email }),
    amountInput("amountCents", true, "119,00"),
    input({ name: "dueDate", label: "Due (in 14 days if empty)", type: "date" }),
    input({
      name: "paymentTermLabel",
      label: "Payment term",
      options: terms.map((term) => ({ value: term, label: term })),
      ...(direct ? { value: direct } : {}),
    }),
    input({ name: "type", label: "Kind", options: TYPES }),
    input({ name: "number", label: "Number (next if empty)" }),
  ];
  return `<details class="add" open><summary>Add an invoice</summary>${actForm("invoices", {
    label: "Add invoice",
    call: "/lexware/invoices",
    inputs: fields.join(""),
  })}</details>`;
}
