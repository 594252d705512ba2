import { createHash, randomBytes } from "node:crypto";
import { ReplyError, type Router, type TwinReply, type TwinRequest } from "../kit/http";
import { CLIENT_ID, CLIENT_NAME, CLIENT_SECRET, redirectUriOf } from "./client";
import { endAccessToken, issueTokens, openConnection, revokeConnection } from "./connections";
import { consentPage, refusalPage } from "./consent-page";
import { createOrganisation } from "./organisations";
import { ALL_SCOPES, SCOPES } from "./scopes";
import type { World } from "./world";

const CODE_SECONDS = 300;
const CONNECTION_NAME = /^[\p{L}\p{Nd}\s/?.\-{}"_\\:=,()]*$/u;

export function addOAuth(world: World, router: Router): void {
  router.on("GET", "/oauth2/authorize", (request) => {
    const asked = readAuthorization(world, request.query);
    return html(200, consentPage(asked, world.organisations.all()));
  });
  router.on("POST", "/oauth2/authorize", (request) => decide(world, new URLSearchParams(request.raw.toString("utf8"))));
  router.on("POST", "/oauth2/token", (request) => token(world, request));
  router.on("POST", "/oauth2/revoke", (request) => revoke(world, request));
}

export interface AskedAuthorization {
  params: Record<string, string>;
  state: string | null;
  scopes: string[];
  connectionName: string;
  challenge: string;
}

/**
 * Reads the authorisation request. A wrong client or redirect URI leads to an error page; every other error redirects
 * back to the app, as OAuth requires.
 */
function readAuthorization(world: World, query: URLSearchParams): AskedAuthorization {
  if (query.get("client_id") !== CLIENT_ID)
    throw new ReplyError(html(400, refusalPage("Die client_id ist unbekannt.")));
  if (query.get("redirect_uri") !== redirectUriOf(world))
    throw new ReplyError(html(400, refusalPage("Die redirect_uri ist für diesen Client nicht hinterlegt.")));
  const state = query.get("state");
  const fail = (error: string): never => {
    throw new ReplyError(redirect(world, { error, ...stateOf(state) }));
  };
  if (query.get("response_type") !== "code") fail("unsupported_response_type");
  const challenge = query.get("code_challenge") ?? "";
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge) || query.get("code_challenge_method") !== "S256") fail("invalid_request");
  const scopes = query.get("scope")?.split(" ").filter(Boolean) ?? ALL_SCOPES;
  if (scopes.some((scope) => !(scope in SCOPES))) fail("invalid_scope");
  const connectionName = query.get("connection_name") ?? "";
  if (!CONNECTION_NAME.test(connectionName)) fail("invalid_request");
  const params: Record<string, string> = {};
  for (const name of ASKED) {
    const value = query.get(name);
    if (value !== null) params[name] = value;
  }
  return { params, state, scopes, connectionName, challenge };
}

/** Returns the state unchanged, and only if it was sent. */
function stateOf(state: string | null): Record<string, string> {
  return state === null ? {} : { state };
}

const ASKED = [
  "client_id",
  "redirect_uri",
  "response_type",
  "state",
  "code_challenge",
  "code_challenge_method",
  "scope",
  "connection_name",
];

/**
 * Handles the consent form: `decision` is approve or deny, `organisation` is an id or `new` with `organisation_name`.
 */
function decide(world: World, form: URLSearchParams): TwinReply {
  const asked = readAuthorization(world, form);
  const state = stateOf(asked.state);
  if (form.get("decision") !== "approve") return redirect(world, { error: "access_denied", ...state });
  const chosen = form.get("organisation") ?? "new";
  const name = (form.get("organisation_name") ?? "").trim();
  const retry = (message: string) => html(422, consentPage(asked, world.organisations.all(), message));
  if (chosen === "new" && name === "") return retry("Bitte geben Sie einen Namen für die neue Organisation an.");
  const organisation = chosen === "new" ? createOrganisation(world, name) : world.organisations.get(chosen);
  if (!organisation) return retry("Diese Organisation gibt es nicht mehr.");
  const code = randomBytes(32).toString("base64url");
  world.codes.put(code, {
    code,
    organisationId: organisation.id,
    connectionName: asked.connectionName || CLIENT_NAME,
    scopes: asked.scopes,
    redirectUri: redirectUriOf(world),
    challenge: asked.challenge,
    endsAt: world.kit.clock.now().getTime() + CODE_SECONDS * 1_000,
  });
  return redirect(world, { code, ...state });
}

function token(world: World, request: TwinRequest): TwinReply {
  const form = readForm(request);
  if (!isClient(request)) {
    // Any error in the exchange uses up the code.
    world.codes.delete(form.get("code") ?? "");
    return oauthError(401, "invalid_client");
  }
  if (form.get("grant_type") === "authorization_code") return exchangeCode(world, form);
  if (form.get("grant_type") === "refresh_token") return refresh(world, form);
  return oauthError(400, "unsupported_grant_type");
}

function exchangeCode(world: World, form: URLSearchParams): TwinReply {
  const code = world.codes.get(form.get("code") ?? "");
  if (!code) return oauthError(400, "invalid_grant");
  world.codes.delete(code.code);
  const verifier = form.get("code_verifier") ?? "";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier) || challenge !== code.challenge)
    return oauthError(400, "invalid_grant");
  if (form.get("redirect_uri") !== code.redirectUri) return oauthError(400, "invalid_grant");
  if (code.endsAt <= world.kit.clock.now().getTime()) return oauthError(400, "invalid_grant");
  const connection = openConnection(world, code.organisationId, code.connectionName, code.scopes);
  return tokens(issueTokens(world, connection));
}

function refresh(world: World, form: URLSearchParams): TwinReply {
  const sent = form.get("refresh_token");
  if (!sent) return oauthError(400, "invalid_request");
  const connection = world.connections.find((one) => one.refreshToken === sent);
  if (connection) return tokens(issueTokens(world, connection));
  endIfRotated(world, sent);
  return oauthError(400, "invalid_grant");
}

/** Ends the connection of a refresh token that was already rotated, because the caller may have stolen it. */
function endIfRotated(world: World, refreshToken: string): void {
  const connection = world.connections.get(world.rotatedTokens.get(refreshToken) ?? "");
  if (connection?.status === "active") revokeConnection(world, connection, "app");
}

function revoke(world: World, request: TwinRequest): TwinReply {
  if (!isClient(request)) return oauthError(401, "invalid_client");
  const sent = readForm(request).get("token");
  if (!sent) return oauthError(400, "invalid_request");
  const byRefresh = world.connections.find((one) => one.refreshToken === sent);
  const byAccess = world.connections.find((one) => one.accessToken === sent);
  if (byRefresh) revokeConnection(world, byRefresh, "app");
  else if (byAccess) endAccessToken(world, byAccess);
  return { status: 200 };
}

function readForm(request: TwinRequest): URLSearchParams {
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    throw new ReplyError(oauthError(400, "invalid_request"));
  return new URLSearchParams(request.raw.toString("utf8"));
}

function isClient(request: TwinRequest): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  return basic !== undefined && Buffer.from(basic, "base64").toString("utf8") === `${CLIENT_ID}:${CLIENT_SECRET}`;
}

function tokens(body: Record<string, unknown>): TwinReply {
  return { status: 200, headers: { "cache-control": "no-store" }, body };
}

function oauthError(status: number, error: string): TwinReply {
  return { status, headers: { "cache-control": "no-store" }, body: { error } };
}

function redirect(world: World, query: Record<string, string>): TwinReply {
  return { status: 302, headers: { location: `${redirectUriOf(world)}?${new URLSearchParams(query)}` } };
}

function html(status: number, body: string): TwinReply {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
