import type { TwinReply } from "../kit/http";

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root{color-scheme:light dark;--ink:#16202c;--soft:#5b6775;--line:#d5dce3;--paper:#fff;--ground:#f3f5f7;--accent:#17539e;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e9eef3;--soft:#a3afbb;--line:#3a4652;--paper:#1b232b;--ground:#12181e;--accent:#7db4f5;--bad:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1rem}section{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem}
h1{font-size:1.35rem;line-height:1.25;margin:.25rem 0 .75rem}h2{font-size:1rem;margin:1.25rem 0 .25rem}p{margin:.5rem 0}
.note,small{color:var(--soft);font-size:.875rem}.bad{color:var(--bad);font-size:.875rem;margin:.25rem 0}
label{display:block;margin:.75rem 0 .25rem;font-weight:600;font-size:.9375rem}label.choice{font-weight:400;display:flex;gap:.5rem}
input[type=text],input[type=email],select{width:100%;padding:.625rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.5rem}
input:focus,select:focus,button:focus,a:focus{outline:2px solid var(--accent);outline-offset:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}.pair.zip{grid-template-columns:1fr 2fr}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.25rem}
button,a.button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);color:var(--paper);text-decoration:none;cursor:pointer}
button.plain{background:transparent;color:var(--accent)}
header{color:var(--soft);font-size:.8125rem;padding:.5rem 0 .75rem}`;

/** Returns a plain page: one card, readable on a phone, no script. `body` is HTML. */
export function page(status: number, language: string, title: string, body: string): TwinReply {
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><header>GoCardless (Sandbox)</header><section>${body}</section></main></body></html>`;
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: html };
}

export function redirectTo(url: string): TwinReply {
  return { status: 303, headers: { location: url } };
}

export function withQuery(url: string, values: Record<string, string | null>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(values)) if (value !== null) changed.searchParams.set(name, value);
  return changed.toString();
}

export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}
