/** The page's only style sheet; it loads no fonts or files from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #faf9f6; --surface: #fff; --line: #dcdad3; --ink: #1a2429; --muted: #5c676d;
  --action: #0c5a6b; --on-action: #fff; --good: #1e6b3c; --wait: #7a5200; --bad: #a5231a; --tint: #eef3f4; }
@media (prefers-color-scheme: dark) { :root { --paper: #12181b; --surface: #1a2226; --line: #344046; --ink: #eceae4;
  --muted: #a6b0b4; --action: #74c3d6; --on-action: #0d1619; --good: #7ccf9b; --wait: #e3b860; --bad: #ff9a8f; --tint: #222d32; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.45 "Inter Variable", Inter, system-ui, "Segoe UI", sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--action); }
header { position: sticky; top: 0; z-index: 2; background: var(--surface); border-bottom: 1px solid var(--line); }
.bar { max-width: 1240px; margin: 0 auto; padding: 10px 16px; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; }
.bar h1 { font-size: 18px; margin: 0; }
.bar time { font-weight: 600; font-variant-numeric: tabular-nums; }
.bar nav { display: flex; flex-wrap: wrap; gap: 4px 14px; margin-left: auto; }
.clock { display: flex; flex-wrap: wrap; align-items: end; gap: 6px; }
main { max-width: 1240px; margin: 0 auto; padding: 8px 16px 48px; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin-top: 16px; scroll-margin-top: 120px; }
h2 { font-size: 18px; margin: 0 0 12px; } h2 small { font-weight: 400; font-size: 13px; color: var(--muted); margin-left: 6px; }
h3 { font-size: 15px; margin: 16px 0 4px; }
.said { position: fixed; right: 16px; bottom: 16px; z-index: 5; margin: 0; padding: 10px 14px; border-radius: 8px; border: 1px solid var(--good); color: var(--good); background: var(--surface); }
.said.refused { border-color: var(--bad); color: var(--bad); }
.empty { color: var(--muted); margin: 4px 0; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: 13px; font-weight: 500; color: var(--muted); padding: 6px 8px; border-bottom: 1px solid var(--line); }
td { padding: 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
.num { text-align: right; white-space: nowrap; }
td small { display: block; color: var(--muted); font-size: 13px; overflow-wrap: anywhere; }
code { font: 13px ui-monospace, "SF Mono", Consolas, monospace; overflow-wrap: anywhere; }
.term { white-space: pre-wrap; font-size: 13px; color: var(--muted); }
.pill { display: inline-block; white-space: nowrap; font-size: 13px; padding: 1px 9px; border-radius: 99px; border: 1px solid currentColor; }
.pill.good { color: var(--good); } .pill.wait { color: var(--wait); } .pill.bad { color: var(--bad); } .pill.quiet { color: var(--muted); }
button, summary { font: inherit; cursor: pointer; }
button { min-height: 36px; padding: 5px 12px; border-radius: 8px; border: 1px solid var(--action); background: transparent; color: var(--action); }
button:hover { background: var(--tint); }
button.danger { border-color: var(--bad); color: var(--bad); }
.add button, .find button { background: var(--action); color: var(--on-action); }
:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
.acts { position: relative; text-align: right; }
.acts > summary { display: inline-block; list-style: none; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px; color: var(--action); }
.acts > summary::-webkit-details-marker { display: none; }
.acts[open] > summary { background: var(--tint); }
.menu { position: absolute; right: 0; z-index: 1; min-width: 260px; margin-top: 4px; padding: 10px; text-align: left; background: var(--surface);
  border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 8px 24px rgb(0 0 0 / .16); }
.act { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; } .menu .act + .act { margin-top: 8px; } .menu button { flex: 1; }
.field { display: inline-flex; flex-direction: column; gap: 2px; min-width: 0; }
.field label { font-size: 13px; color: var(--muted); }
input:not([type=hidden]), select { font: inherit; min-height: 36px; padding: 5px 9px; max-width: 100%; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: inherit; }
.add { margin: 10px 0; } .add > summary { color: var(--action); padding: 6px 0; width: fit-content; }
.add .act { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 12px; margin-top: 8px; } .add .act button { align-self: end; min-height: 40px; }
.add input, .add select { width: 100%; }
.find { display: flex; align-items: end; gap: 8px; margin-bottom: 8px; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; margin: 8px 0; }
.items { margin: 6px 0 0; padding: 0; list-style: none; font-size: 13px; } .items li { display: flex; justify-content: space-between; gap: 16px; }
pre { overflow: auto; max-height: 360px; font-size: 12px; }
@media (max-width: 760px) {
  header { position: static; } .bar nav { margin-left: 0; } section { padding: 14px; scroll-margin-top: 8px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding: 10px 0; border-bottom: 1px solid var(--line); } tr:last-child { border-bottom: 0; }
  td { display: flex; justify-content: space-between; gap: 16px; padding: 3px 0; border: 0; text-align: right; }
  td::before { content: attr(data-title); color: var(--muted); font-size: 13px; text-align: left; flex: none; }
  td > div { min-width: 0; } td:empty { display: none; }
  td:has(.acts) { display: block; } td:has(.acts)::before { content: none; }
  .acts > summary { display: block; text-align: center; padding: 9px; } .menu { position: static; box-shadow: none; }
  button, input:not([type=hidden]), select { min-height: 44px; }
  .find .field { flex: 1; } .clock button { flex: 1; }
}
`;
