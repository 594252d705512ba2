import type { TwinReply } from "../kit/http";
import { escapeHtml, hidden, page } from "./html";
import type { World } from "./world";

const CARRIED = ["client_id", "redirect_uri", "response_type", "scope", "state"];

/**
 * The page on which a merchant signs in at GoCardless and allows the app. There is no password: the person selects an
 * organisation.
 */
export function consentPage(world: World, query: URLSearchParams, problem?: string): TwinReply {
  const organisations = world.records.organisations.all();
  const signup =
    query.get("initial_view") === "signup" || query.get("organisation") === "new" || organisations.length === 0;
  const chosen = query.get("organisation") ?? (signup ? "new" : organisations.at(-1)?.id);
  const choices = organisations.map((one) => choice(one.id, `${one.name} (${one.email})`, chosen === one.id));
  const name = query.get("new_organisation") ?? query.get("prefill[organisation_name]") ?? "";
  const email = query.get("email") ?? query.get("prefill[email]") ?? "";
  const carried = CARRIED.filter((key) => query.has(key)).map((key) => hidden(key, query.get(key) ?? ""));
  const access = query.get("scope") === "read_only" ? "read your data" : "read and change your data";
  const error = problem ? `<p class="bad" role="alert">${escapeHtml(problem)}</p>` : "";
  const body = `<h1>Connect Einzug with GoCardless</h1>
<p>Einzug would like to ${access}: customers, mandates, payments and payouts.</p>${error}
<form method="post" action="/oauth/authorize" accept-charset="utf-8">${carried.join("")}
<h2>Which organisation are you?</h2>${choices.join("")}
${choice("new", "A new organisation:", chosen === "new")}
<label for="new_organisation">Name of the new organisation</label>
<input type="text" id="new_organisation" name="new_organisation" value="${escapeHtml(name)}">
<label for="email">E-mail (optional)</label>
<input type="email" id="email" name="email" value="${escapeHtml(email)}">
<label for="city">City of the new organisation</label>
<input type="text" id="city" name="city" value="${escapeHtml(query.get("city") ?? "Dresden")}">
<label for="verification_status">Verification of the new organisation</label>
<select id="verification_status" name="verification_status"><option value="successful">successful</option>
<option value="in_review">in_review</option><option value="action_required">action_required</option></select>
<div class="buttons"><button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" class="plain" formnovalidate>Deny</button></div></form>`;
  return page(problem ? 422 : 200, "en", "Connect Einzug with GoCardless", body);
}

function choice(value: string, label: string, checked: boolean): string {
  const state = checked ? " checked" : "";
  const input = `<input type="radio" name="organisation" value="${escapeHtml(value)}"${state}>`;
  return `<label class="choice">${input}<span>${escapeHtml(label)}</span></label>`;
}

export function refusal(reason: string): TwinReply {
  return page(400, "en", "Request refused", `<h1>Request refused</h1><p>${escapeHtml(reason)}</p>`);
}
