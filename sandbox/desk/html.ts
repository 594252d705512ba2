/** Small pieces of HTML for the control panel's page. Parameters `body` and `cells` take HTML, all others take text. */
export function esc(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const EUROS = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });

export function money(cents: number): string {
  return EUROS.format(cents / 100).replace("-", "−");
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** Formats 2026-09-15 as 15 Sep 2026 without line breaks; an absent day becomes a dash. */
export function dayText(day: string | null | undefined): string {
  return day ? DAY.format(new Date(`${day.slice(0, 10)}T00:00:00Z`)).replaceAll(" ", "\u00a0") : "–";
}

export type Mood = "good" | "wait" | "bad" | "quiet";

export function pill(text: string, mood: Mood): string {
  return `<span class="pill ${mood}">${esc(text.replaceAll("_", " "))}</span>`;
}

export interface Column {
  title: string;
  isNumber?: boolean;
}

/** Returns a table. On a phone every row becomes a card whose cells show the column's title. */
export function table(columns: Column[], rows: string[][], empty: string): string {
  if (rows.length === 0) return `<p class="empty">${esc(empty)}</p>`;
  const head = columns
    .map((one) => `<th scope="col"${one.isNumber ? ' class="num"' : ""}>${esc(one.title)}</th>`)
    .join("");
  const body = rows
    .map((cells) => {
      const tds = cells.map((cell, i) => {
        const column = columns[i];
        return `<td data-title="${esc(column?.title ?? "")}"${column?.isNumber ? ' class="num"' : ""}>${cell === "" ? "" : `<div>${cell}</div>`}</td>`;
      });
      return `<tr>${tds.join("")}</tr>`;
    })
    .join("\n");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

export interface Act {
  /** The button's label. */
  label: string;
  /** The control panel's API path to call. */
  call: string;
  method?: "POST" | "DELETE";
  /** Fixed fields of the body. */
  fields?: Record<string, string>;
  /** Fields that the person fills in, as HTML. */
  inputs?: string;
  isDanger?: boolean;
}

/** Returns a form that executes one API call and returns to `section`. */
export function actForm(section: string, act: Act): string {
  const fixed = Object.entries(act.fields ?? {})
    .map(([name, value]) => `<input type="hidden" name="${esc(name)}" value="${esc(value)}">`)
    .join("");
  return `<form method="post" action="/do" class="act">
    <input type="hidden" name="@call" value="${esc(`${act.method ?? "POST"} ${act.call}`)}">
    <input type="hidden" name="@section" value="${esc(section)}">
    <input type="hidden" name="@label" value="${esc(act.label)}">
    ${fixed}${act.inputs ?? ""}<button${act.isDanger ? ' class="danger"' : ""}>${esc(act.label)}</button>
  </form>`;
}

/** Returns the actions of one row in a collapsed menu, so that a table stays readable. */
export function acts(section: string, list: Act[], name: string): string {
  if (list.length === 0) return "";
  const forms = list.map((act) => actForm(section, act)).join("");
  return `<details class="acts"><summary aria-label="${esc(`Actions for ${name}`)}">Act</summary><div class="menu">${forms}</div></details>`;
}

export interface Field {
  name: string;
  label: string;
  type?: "text" | "email" | "date" | "amount";
  value?: string;
  isRequired?: boolean;
  options?: { value: string; label: string }[];
}

let inputs = 0;

export function input(field: Field): string {
  inputs = (inputs + 1) % 1_000_000;
  const id = `f${inputs}`;
  const label = `<label for="${id}">${esc(field.label)}</label>`;
  const required = field.isRequired ? " required" : "";
  if (field.options) {
    const options = field.options
      .map(
        ({ value, label: text }) =>
          `<option value="${esc(value)}"${value === field.value ? " selected" : ""}>${esc(text)}</option>`,
      )
      .join("");
    return `<span class="field">${label}<select id="${id}" name="${esc(field.name)}"${required}>${options}</select></span>`;
  }
  const isAmount = field.type === "amount";
  const kind = isAmount
    ? 'type="text" inputmode="decimal" size="9" placeholder="119,00"'
    : `type="${field.type ?? "text"}"`;
  const value = field.value === undefined ? "" : ` value="${esc(field.value)}"`;
  return `<span class="field">${label}<input id="${id}" name="${esc(field.name)}" ${kind}${value}${required}></span>`;
}

/** Returns a field for an amount that is entered in euros and sent in cents. */
export function amountInput(name = "amountCents", isRequired = true, value?: string): string {
  return input({ name: `${name}@euros`, label: "Amount in €", type: "amount", isRequired, value });
}
