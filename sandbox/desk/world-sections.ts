import { CALL_FAULTS, WEBHOOK_FAULTS } from "../kit/faults";
import type { World } from "./api";
import { actForm, acts, esc, input, pill, table } from "./html";
import type { GoCardlessView, LexwareView } from "./views";

const MAILS_SHOWN = 20;

export function mailsSection({ mail }: World): string {
  const rows = mail
    .sent()
    .slice(-MAILS_SHOWN)
    .reverse()
    .map((one) => [
      esc(one.at.slice(0, 16).replace("T", " ")),
      esc(one.to),
      esc(one.subject),
      one.links
        .slice(0, 2)
        .map((link) => `<a href="${esc(link)}">${esc(shortened(link))}</a>`)
        .join("<br>") || "–",
    ]);
  const columns = [{ title: "Sent (UTC)" }, { title: "To" }, { title: "Subject" }, { title: "Links" }];
  return `<section id="mails"><h2>Mails <small><a href="${esc(mail.webUrl)}">Open the mail catcher</a></small></h2>
    ${table(columns, rows, "No mails yet.")}</section>`;
}

function shortened(link: string): string {
  return link.length > 48 ? `${link.slice(0, 45)}…` : link;
}

/** Shows the connections to the app. Ending one here does what a user does on the vendor's own pages. */
export function connectionsSection(lexware: Partial<LexwareView>, gocardless: Partial<GoCardlessView>): string {
  const names = new Map((lexware.organisations ?? []).map((one) => [one.id, one.name]));
  const creditors = new Map((gocardless.creditors ?? []).map((one) => [one.organisation, one]));
  const books = (lexware.connections ?? []).map((one) => {
    const call = (what: string) => `/lexware/connections/${one.id}/${what}`;
    const list = [
      { label: "Let the access token expire", call: call("expire-token") },
      { label: "Revoke", call: call("revoke"), isDanger: true },
    ];
    const isActive = one.status === "active";
    const state = pill(one.status, isActive ? "good" : "quiet");
    const name = names.get(one.organisation) ?? one.organisation;
    return ["Lexware Office", esc(name), state, isActive ? acts("connections", list, name) : ""];
  });
  const debits = (gocardless.connections ?? []).map((one) => {
    const creditor = creditors.get(one.organisation);
    const verification = creditor?.verification_status ?? "";
    const statuses = ["successful", "in_review", "action_required"].filter((status) => status !== verification);
    const list = [
      ...statuses.map((verificationStatus) => ({
        label: `Verification: ${verificationStatus.replaceAll("_", " ")}`,
        call: "/gocardless/creditor",
        fields: { verificationStatus, organisation: one.organisation },
      })),
      { label: "Revoke", call: `/gocardless/connections/${one.id}/revoke`, isDanger: true },
    ];
    const isActive = one.status === "active";
    const state = `${pill(one.status, isActive ? "good" : "quiet")} ${verification ? pill(verification, verification === "successful" ? "good" : "wait") : ""}`;
    const name = one.name ?? one.organisation;
    return ["GoCardless", esc(name), state, isActive ? acts("connections", list, name) : ""];
  });
  const columns = [{ title: "With" }, { title: "Organisation" }, { title: "State" }, { title: "" }];
  return `<section id="connections"><h2>Connections</h2>
    ${table(columns, [...books, ...debits], "The app is not connected to anything yet.")}</section>`;
}

export function faultsSection({ kit, twins }: World): string {
  const rows = kit.faults
    .list()
    .map((rule) => [
      esc(rule.provider),
      esc(rule.kind),
      esc([rule.match.method, rule.match.path, rule.match.id].filter(Boolean).join(" ") || "every call"),
      rule.timesLeft === null ? "until cleared" : `${rule.timesLeft} left`,
      `${Math.round(rule.probability * 100)} %`,
    ]);
  const columns = [{ title: "At" }, { title: "Fault" }, { title: "On" }, { title: "How often" }, { title: "Chance" }];
  const providers = [...twins.map((twin) => twin.name), "mail"].map((name) => ({ value: name, label: name }));
  const kinds = [
    ...CALL_FAULTS.map((kind) => ({ value: kind, label: `call: ${kind}` })),
    ...WEBHOOK_FAULTS.map((kind) => ({ value: kind, label: `webhook: ${kind}` })),
  ];
  const fields = [
    input({ name: "provider", label: "At", options: providers }),
    input({ name: "kind", label: "Fault", options: kinds }),
    input({ name: "match.method", label: "Method (any if empty)" }),
    input({ name: "match.path", label: "Path (any if empty)" }),
    input({ name: "times@number", label: "Times (endless if empty)", value: "1" }),
    input({ name: "probability@number", label: "Chance 0 to 1", value: "1" }),
  ];
  const clear =
    rows.length > 0 ? actForm("faults", { label: "Clear all faults", call: "/faults", method: "DELETE" }) : "";
  return `<section id="faults"><h2>Faults</h2>${table(columns, rows, "None: the world is healthy.")}
    <div class="line">${clear}</div>
    <details class="add"><summary>Arm a fault</summary>${actForm("faults", { label: "Arm", call: "/faults", inputs: fields.join("") })}</details></section>`;
}

export function resetSection(): string {
  const note = "The date, all invoices, mandates, payments, connections, faults and mails are lost.";
  return `<section id="reset"><h2>Start over</h2><p>${note}</p><div class="line">
    ${actForm("top", { label: "Reset to the demo", call: "/reset", fields: { scenario: "demo" }, isDanger: true })}
    ${actForm("top", { label: "Reset to an empty world", call: "/reset", fields: { scenario: "empty" }, isDanger: true })}</div></section>`;
}
