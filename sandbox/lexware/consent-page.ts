import { CLIENT_NAME } from "./client";
import type { Organisation } from "./model";
import type { AskedAuthorization } from "./oauth";
import { SCOPES } from "./scopes";

/** Returns the page on which a Lexware user gives the app access. It works without JavaScript. */
export function consentPage(asked: AskedAuthorization, organisations: Organisation[], message = ""): string {
  const hidden = Object.entries(asked.params)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("\n");
  const choices = organisations
    .map(
      (
        organisation,
        i,
      ) => `<label class="choice"><input type="radio" name="organisation" value="${escapeHtml(organisation.id)}"${i === 0 ? " checked" : ""}>
        <span>${escapeHtml(organisation.name)}<small>${escapeHtml(organisation.user.email)}</small></span></label>`,
    )
    .join("\n");
  const label = asked.connectionName
    ? `<p class="quiet">Bezeichnung der Verbindung: ${escapeHtml(asked.connectionName)}</p>`
    : "";
  return page(
    `${CLIENT_NAME} verbinden`,
    `<h1>${CLIENT_NAME} möchte auf Lexware Office zugreifen</h1>
    ${label}
    ${message ? `<p class="message" role="alert">${escapeHtml(message)}</p>` : ""}
    <form method="post" action="/oauth2/authorize">
      ${hidden}
      <h2>Erlaubt werden soll</h2>
      <ul>${asked.scopes.map((scope) => `<li>${escapeHtml(SCOPES[scope] ?? scope)}</li>`).join("")}</ul>
      <fieldset>
        <legend>Welche Organisation?</legend>
        ${choices}
        <label class="choice"><input type="radio" name="organisation" value="new"${organisations.length === 0 ? " checked" : ""}>
          <span>Neue Organisation anlegen</span></label>
        <div class="new"><label for="organisation_name">Name der neuen Organisation</label>
        <input id="organisation_name" name="organisation_name" maxlength="100" autocomplete="organization"></div>
      </fieldset>
      <div class="buttons">
        <button name="decision" value="approve" class="primary">Zugriff erlauben</button>
        <button name="decision" value="deny">Ablehnen</button>
      </div>
    </form>`,
  );
}

/** Returns an error page, for requests whose redirect address cannot be trusted. */
export function refusalPage(reason: string): string {
  return page("Anfrage abgelehnt", `<h1>Anfrage abgelehnt</h1><p>${escapeHtml(reason)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><strong>Lexware Office</strong> <span>Nachbildung in der Sandbox</span></header>
<main>${body}</main>
</body>
</html>`;
}

const STYLE = `
:root { color-scheme: light; --ink: #1d2733; --quiet: #5b6875; --line: #d5dbe1; --accent: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, "Segoe UI", sans-serif; color: var(--ink); background: #eef1f4; }
header { padding: 14px 20px; background: #fff; border-bottom: 3px solid var(--accent); }
header span { color: var(--quiet); font-size: 14px; margin-left: 8px; }
main { max-width: 560px; margin: 24px auto; padding: 24px; background: #fff; border: 1px solid var(--line); border-radius: 8px; }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 8px; }
h2, legend { font-size: 16px; font-weight: 600; margin: 0; padding: 0; }
ul { margin: 8px 0 20px; padding-left: 20px; }
fieldset { border: 0; margin: 0; padding: 0; }
.quiet { color: var(--quiet); margin: 0 0 16px; }
.message { background: #fdecea; border-left: 4px solid var(--accent); padding: 8px 12px; }
.choice { display: flex; gap: 10px; padding: 10px 12px; margin-top: 8px; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.choice:has(input:checked) { border-color: var(--ink); background: #f6f8fa; }
.choice input { margin-top: 5px; }
.choice small { display: block; color: var(--quiet); }
.new label { display: block; margin: 12px 0 4px; font-size: 14px; }
fieldset:has([name=organisation]:not([value=new]):checked) .new { display: none; }
input[name=organisation_name] { width: 100%; padding: 9px 10px; font: inherit; border: 1px solid #aab4bf; border-radius: 6px; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px; }
button { font: inherit; padding: 10px 18px; border: 1px solid #aab4bf; border-radius: 6px; background: #fff; cursor: pointer; }
button.primary { background: var(--ink); border-color: var(--ink); color: #fff; }
:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
@media (max-width: 600px) { main { margin: 0; border: 0; border-radius: 0; } .buttons button { flex: 1 1 100%; } }
`;

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
