import type { Router } from "../kit/http";
import { stateOf, type World } from "./api";
import { datevSection } from "./datev-section";
import { addFormCalls } from "./form-calls";
import { mandatesSection, paymentsSection, payoutsSection } from "./gocardless-section";
import { actForm, dayText, esc, input } from "./html";
import { bookingsSection, invoicesSection } from "./lexware-section";
import { sevdeskSection } from "./sevdesk-section";
import { subscriptionsSection } from "./stripe-section";
import { STYLE } from "./style";
import {
  type DatevView,
  type GoCardlessView,
  type LexwareView,
  type SevdeskView,
  type StripeView,
  viewOf,
} from "./views";
import { connectionsSection, faultsSection, mailsSection, resetSection } from "./world-sections";

/** Adds the page on which a person plays the outside world: plain HTML forms, no script. */
export function addPage(world: World, router: Router): void {
  router.on("GET", "/", (request) => ({
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body: pageFor(world, request.query),
  }));
  addFormCalls(router);
}

/** 21 days bring an invoice of the README's tour from its debit to its payout. */
const STEPS = [1, 3, 7, 14, 21, 30];
/** Twins with sections of their own; for any other the page shows its state as JSON. */
const DRAWN = ["lexware", "gocardless", "stripe", "sevdesk", "datev"];

function pageFor(world: World, query: URLSearchParams): string {
  const state = stateOf(world);
  const lexware = viewOf<LexwareView>(state.lexware);
  const gocardless = viewOf<GoCardlessView>(state.gocardless);
  const sections = [
    invoicesSection(lexware, query.get("find") ?? ""),
    mandatesSection(gocardless),
    paymentsSection(gocardless),
    payoutsSection(gocardless),
    bookingsSection(lexware),
    sevdeskSection(viewOf<SevdeskView>(state.sevdesk)),
    datevSection(viewOf<DatevView>(state.datev)),
    subscriptionsSection(viewOf<StripeView>(state.stripe)),
    mailsSection(world),
    connectionsSection(lexware, gocardless),
    ...world.twins
      .filter((twin) => !DRAWN.includes(twin.name))
      .map((twin) => plainSection(twin.name, state[twin.name])),
    faultsSection(world),
    resetSection(),
  ];
  const said = query.get("said");
  const message = said ? `<p class="said${query.get("refused") ? " refused" : ""}" role="status">${esc(said)}</p>` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Control panel – Einzug sandbox</title>
<style>${STYLE}</style>
</head>
<body id="top">
${headerFor(world)}
<main>${message}${sections.join("\n")}</main>
</body>
</html>`;
}

function headerFor(world: World): string {
  const { today, offsetDays } = world.time.now();
  const steps = STEPS.map((days) =>
    actForm("top", { label: `+${days} d`, call: "/clock", fields: { "advanceDays@number": String(days) } }),
  ).join("");
  const jump = actForm("top", {
    label: "Go",
    call: "/clock",
    inputs: input({ name: "setDate", label: "Go to a date", type: "date" }),
  });
  const ahead = offsetDays === 0 ? "real time" : `${offsetDays} ${offsetDays === 1 ? "day" : "days"} ahead`;
  const anchors = [
    "invoices",
    "mandates",
    "payments",
    "payouts",
    "bookings",
    "sevdesk",
    "datev",
    "subscriptions",
    "mails",
    "connections",
    "faults",
  ];
  return `<header><div class="bar">
    <h1>Control panel</h1>
    <span><time datetime="${today}">${dayText(today)}</time> <small>${ahead}</small></span>
    <div class="clock">${steps}${jump}</div>
    <nav aria-label="Sections">${anchors.map((name) => `<a href="#${name}">${name}</a>`).join("")}
      <a href="${esc(world.mail.webUrl)}">mail catcher ↗</a> <a href="${esc(world.kit.appUrl)}">the app ↗</a></nav>
  </div></header>`;
}

function plainSection(name: string, state: unknown): string {
  return `<section id="${esc(name)}"><h2>${esc(name)}</h2><details><summary>State</summary><pre>${esc(JSON.stringify(state, null, 2))}</pre></details></section>`;
}
