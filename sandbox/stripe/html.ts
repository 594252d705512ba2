import type { TwinReply } from "../kit/http";

export function esc(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1a1f36;--soft:#5a6172;--line:#d8dce6;--paper:#fff;--ground:#f5f6fa;--accent:#4b45c6;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaf2;--soft:#a5adbe;--line:#3b4254;--paper:#1c2030;--ground:#12151f;--accent:#a8a4ff;--bad:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1rem}section{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
h1{font-size:1.35rem;line-height:1.25;margin:.25rem 0 .75rem}h2{font-size:1rem;margin:1rem 0 .25rem}p{margin:.5rem 0}
.note,small{color:var(--soft);font-size:.875rem}.bad{color:var(--bad);font-size:.9375rem;margin:.5rem 0}
fieldset{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:.75rem 1rem}legend{font-weight:600}
label{display:block;margin:.75rem 0 .25rem;font-weight:600;font-size:.9375rem}label.choice{font-weight:400;display:flex;gap:.5rem;align-items:baseline}
input[type=text],input[type=email],select,textarea{width:100%;padding:.625rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.5rem}
select option{color:#1a1f36;background:#fff}
:is(input,select,button,a,textarea):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
table{width:100%;border-collapse:collapse}td{padding:.375rem 0;vertical-align:top}td:last-child{text-align:right;white-space:nowrap}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem;align-items:center}
button,a.button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);color:var(--paper);text-decoration:none;cursor:pointer}
button.plain{background:transparent;color:var(--accent)}a{color:var(--accent)}
header{color:var(--soft);font-size:.8125rem;padding:.5rem 0 .75rem}`;

/** Returns a plain page, readable on a phone, without script. `body` is HTML. */
export function page(status: number, language: string, title: string, body: string): TwinReply {
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(title)}</title><style>${STYLE}</style></head>
<body><main><header>Stripe (Sandbox)</header>${body}</main></body></html>`;
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: html };
}

export function redirectTo(url: string): TwinReply {
  return { status: 303, headers: { location: url } };
}

export interface FieldOptions {
  type?: "text" | "email";
  value?: string;
  isRequired?: boolean;
  autocomplete?: string;
}

export function field(name: string, label: string, options: FieldOptions = {}): string {
  const { type = "text", value = "", isRequired = false, autocomplete } = options;
  const more = `${isRequired ? " required" : ""}${autocomplete ? ` autocomplete="${autocomplete}"` : ""}`;
  return `<label for="${name}">${esc(label)}</label><input type="${type}" id="${name}" name="${name}" value="${esc(value)}"${more}>`;
}

export function problemLine(problem: string | undefined): string {
  return problem ? `<p class="bad" role="alert">${esc(problem)}</p>` : "";
}

export function money(cents: number, language: string): string {
  const locale = language === "de" ? "de-DE" : "en-GB";
  return new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);
}
