import { createHash, randomUUID } from "node:crypto";
import { ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import { CLIENT_ID, CLIENT_SECRET, type Session, UPLOAD_SCOPE, type World } from "./world";

const CODE_SECONDS = 300;
const ACCESS_SECONDS = 900;
const REFRESH_SECONDS = 11 * 3_600;
const SCOPES = ["openid", "profile", UPLOAD_SCOPE, "datev:accounting:clients", "offline_access"];
const ASKED = ["client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge"];

export function addOAuth(world: World, router: Router): void {
  router.on("GET", "/openid/authorize", ({ query }) => {
    readAuthorization(world, query);
    return html(200, consentPage(query));
  });
  router.on("POST", "/openid/authorize", (request) => decide(world, new URLSearchParams(request.raw.toString("utf8"))));
  router.on("POST", "/token", (request) => token(world, request));
  router.on("POST", "/revoke", (request) => revoke(world, request));
}

/**
 * Reads the authorisation request. A wrong client or redirect URI leads to an error page; every other error redirects
 * back to the app, as OpenID requires.
 */
function readAuthorization(world: World, query: URLSearchParams): { scopes: string[]; challenge: string } {
  if (query.get("client_id") !== CLIENT_ID) throw new ReplyError(html(400, "<h1>Unbekannte Anwendung</h1>"));
  if (query.get("redirect_uri") !== world.redirectUri()) throw new ReplyError(html(400, "<h1>Falsche Adresse</h1>"));
  const fail = (error: string): never => {
    throw new ReplyError(back(world, { error }, query));
  };
  if (query.get("response_type") !== "code") fail("unsupported_response_type");
  const challenge = query.get("code_challenge") ?? "";
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge) || query.get("code_challenge_method") !== "S256") fail("invalid_request");
  // DATEV requires both, with at least 20 characters each.
  if ((query.get("state") ?? "").length < 20 || (query.get("nonce") ?? "").length < 20) fail("invalid_request");
  const scopes = query.get("scope")?.split(" ").filter(Boolean) ?? [];
  if (!scopes.includes("openid") || scopes.some((scope) => !SCOPES.includes(scope))) fail("invalid_scope");
  return { scopes, challenge };
}

function decide(world: World, form: URLSearchParams): TwinReply {
  const { scopes, challenge } = readAuthorization(world, form);
  if (form.get("decision") !== "approve") return back(world, { error: "access_denied" }, form);
  const code = world.newToken();
  const endsAt = world.now() + CODE_SECONDS * 1_000;
  world.codes.put(code, { code, challenge, scopes, nonce: form.get("nonce") ?? "", endsAt });
  return back(world, { code }, form);
}

function token(world: World, request: TwinRequest): TwinReply {
  const form = readForm(request);
  const code = world.codes.get(form.get("code") ?? "");
  // A code is used up by the first call, whatever its outcome.
  if (code) world.codes.delete(code.code);
  if (!isClient(request)) return oauthError(401, "invalid_client");
  if (form.get("grant_type") === "refresh_token") return refresh(world, form);
  if (form.get("grant_type") !== "authorization_code") return oauthError(400, "unsupported_grant_type");
  const verifier = form.get("code_verifier") ?? "";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (!code || code.challenge !== challenge || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier))
    return oauthError(400, "invalid_grant");
  if (form.get("redirect_uri") !== world.redirectUri() || code.endsAt <= world.now())
    return oauthError(400, "invalid_grant");
  return issue(world, randomUUID(), code.scopes, code.nonce);
}

function refresh(world: World, form: URLSearchParams): TwinReply {
  const session = world.sessions.find((one) => one.refreshToken === form.get("refresh_token"));
  if (!session || session.refreshEndsAt <= world.now()) return oauthError(400, "invalid_grant");
  return issue(world, session.id, session.scopes, "");
}

function issue(world: World, id: string, scopes: string[], nonce: string): TwinReply {
  const session: Session = {
    ...{ id, scopes, accessToken: world.newToken(), refreshToken: world.newToken() },
    accessEndsAt: world.now() + ACCESS_SECONDS * 1_000,
    refreshEndsAt: world.now() + REFRESH_SECONDS * 1_000,
  };
  world.sessions.put(id, session);
  const claims = Buffer.from(JSON.stringify({ sub: "twin", aud: CLIENT_ID, nonce })).toString("base64url");
  const body = {
    ...{ access_token: session.accessToken, refresh_token: session.refreshToken, token_type: "Bearer" },
    ...{ expires_in: ACCESS_SECONDS, id_token: `e30.${claims}.`, scope: scopes.join(" ") },
  };
  return { status: 200, headers: { "cache-control": "no-store" }, body };
}

function revoke(world: World, request: TwinRequest): TwinReply {
  if (!isClient(request)) return oauthError(401, "invalid_client");
  const sent = readForm(request).get("token");
  const session = world.sessions.find((one) => one.refreshToken === sent || one.accessToken === sent);
  if (session) world.sessions.delete(session.id);
  return { status: 200 };
}

function readForm(request: TwinRequest): URLSearchParams {
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    throw new ReplyError(oauthError(400, "invalid_request"));
  return new URLSearchParams(request.raw.toString("utf8"));
}

function isClient(request: TwinRequest): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return Buffer.from(basic, "base64").toString("utf8") === `${CLIENT_ID}:${CLIENT_SECRET}`;
}

function oauthError(status: number, error: string): TwinReply {
  return { status, headers: { "cache-control": "no-store" }, body: { error } };
}

function back(world: World, answer: Record<string, string>, asked: URLSearchParams): TwinReply {
  const state = asked.get("state");
  const query = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }) });
  return { status: 302, headers: { location: `${world.redirectUri()}?${query}` } };
}

/** Returns the page on which a DATEV user gives the app access. */
function consentPage(query: URLSearchParams): string {
  const hidden = [...ASKED, "code_challenge_method"]
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(query.get(name) ?? "")}">`)
    .join("");
  return `<h1>Einzug möchte Dateien an DATEV übertragen</h1><form method="post" action="/openid/authorize">${hidden}
<button name="decision" value="approve">Zugriff erlauben</button>
<button name="decision" value="deny">Ablehnen</button></form>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function html(status: number, body: string): TwinReply {
  const page = `<!doctype html><html lang="de"><meta charset="utf-8"><title>DATEV</title><body>${body}</body></html>`;
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body: page };
}
