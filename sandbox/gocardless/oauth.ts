import { randomBytes } from "node:crypto";
import type { Router, TwinReply, TwinRequest } from "../kit/http";
import { consentPage, refusal } from "./consent-page";
import { isEmail } from "./customers";
import { emit } from "./events";
import { redirectTo, withQuery } from "./html";
import { createOrganisation } from "./organisations";
import type { Connection, VerificationStatus } from "./records";
import { APP, newId, nowIso, redirectUriOf, type World } from "./world";

const CODE_LIFE_MS = 5 * 60_000;
const SCOPES = ["read_write", "read_only"];

/** Adds the partner OAuth endpoints. The vendor serves them from another host; here they share the port. */
export function oauthRoutes(world: World, router: Router): void {
  router.on("GET", "/oauth/authorize", (request) => authorise(world, request.query));
  router.on("POST", "/oauth/authorize", (request) => decide(world, formOf(request)));
  router.on("POST", "/oauth/access_token", (request) => exchange(world, request));
  router.on("POST", "/oauth/introspect", (request) => introspect(world, request));
  router.on("POST", "/oauth/revoke", (request) => revoke(world, request));
}

function formOf(request: TwinRequest): URLSearchParams {
  return new URLSearchParams(request.raw.toString("utf8"));
}

/**
 * Returns the answer to an invalid request, if it is one. A wrong client or redirect address leads to an error page,
 * never to a redirect, because the address could be an attacker's.
 */
function problemOf(world: World, query: URLSearchParams): TwinReply | undefined {
  if (query.get("client_id") !== APP.clientId) return refusal("client_id is unknown");
  if (query.get("redirect_uri") !== redirectUriOf(world.kit)) return refusal("redirect_uri is not registered");
  const back = (error: string, error_description: string) =>
    redirectTo(withQuery(redirectUriOf(world.kit), { error, error_description, state: query.get("state") }));
  if (query.get("response_type") !== "code") return back("unsupported_response_type", "response_type must be code");
  if (!SCOPES.includes(query.get("scope") ?? "")) return back("invalid_scope", "scope must be read_write or read_only");
  return undefined;
}

function authorise(world: World, query: URLSearchParams): TwinReply {
  return problemOf(world, query) ?? consentPage(world, query);
}

function decide(world: World, form: URLSearchParams): TwinReply {
  const problem = problemOf(world, form);
  if (problem) return problem;
  const redirectUri = redirectUriOf(world.kit);
  const state = form.get("state");
  if (form.get("decision") !== "approve") {
    const denied = { error: "access_denied", error_description: "The user denied the request", state };
    return redirectTo(withQuery(redirectUri, denied));
  }
  const organisation = chosenOrganisation(world, form);
  if (typeof organisation !== "string") return organisation;
  const code = randomBytes(24).toString("base64url");
  const email = world.records.organisations.get(organisation)?.email ?? "";
  const expiresAt = world.kit.clock.now().getTime() + CODE_LIFE_MS;
  const scope = form.get("scope") ?? "read_write";
  world.records.codes.put(code, { code, organisation, redirectUri, scope, email, expiresAt, used: false });
  return redirectTo(withQuery(redirectUri, { code, state }));
}

function chosenOrganisation(world: World, form: URLSearchParams): string | TwinReply {
  const chosen = form.get("organisation") ?? "new";
  if (chosen !== "new") {
    if (world.records.organisations.get(chosen)) return chosen;
    return consentPage(world, form, "This organisation does not exist.");
  }
  const name = form.get("new_organisation")?.trim() ?? "";
  const email = form.get("email")?.trim() ?? "";
  if (!name) return consentPage(world, form, "Enter a name for the new organisation, or choose one above.");
  if (email && !isEmail(email)) return consentPage(world, form, "Enter a valid e-mail address.");
  const city = form.get("city")?.trim();
  const status = form.get("verification_status");
  const known: VerificationStatus[] = ["successful", "in_review", "action_required"];
  return createOrganisation(world, { name, email, city, verificationStatus: known.find((one) => one === status) }).id;
}

/** Returns an OAuth error, which is flat, without the API's error envelope. */
function oauthError(status: number, error: string, error_description: string): TwinReply {
  return { status, body: { error, error_description } };
}

function clientProblem(request: TwinRequest, form: URLSearchParams): TwinReply | undefined {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers["content-type"] ?? "")) {
    return oauthError(400, "invalid_request", "The body must be form-encoded");
  }
  if (form.get("client_id") === APP.clientId && form.get("client_secret") === APP.clientSecret) return undefined;
  return oauthError(401, "invalid_client", "Client authentication failed");
}

function exchange(world: World, request: TwinRequest): TwinReply {
  const form = formOf(request);
  const problem = clientProblem(request, form);
  if (problem) return problem;
  if (form.get("grant_type") !== "authorization_code") {
    return oauthError(400, "unsupported_grant_type", "grant_type must be authorization_code");
  }
  const code = world.records.codes.get(form.get("code") ?? "");
  const late = code !== undefined && code.expiresAt < world.kit.clock.now().getTime();
  if (!code || code.used || late || code.redirectUri !== form.get("redirect_uri")) {
    return oauthError(
      400,
      "invalid_grant",
      "The code is invalid, expired, used, or was issued to another redirect_uri",
    );
  }
  world.records.codes.put(code.code, { ...code, used: true });
  const { organisation, scope, email } = code;
  const connection = connect(world, {
    organisation,
    scope,
    email,
    token: `sandbox_${randomBytes(30).toString("base64url")}`,
  });
  const granted = { access_token: connection.token, scope, token_type: "bearer", organisation_id: organisation, email };
  return { status: 200, headers: { "cache-control": "no-store" }, body: granted };
}

export function connect(
  world: World,
  wanted: Pick<Connection, "organisation" | "scope" | "email" | "token"> & { id?: string },
): Connection {
  const connection: Connection = { id: newId("CN"), ...wanted, status: "active", created_at: nowIso(world) };
  return world.records.connections.put(connection.id, connection);
}

function introspect(world: World, request: TwinRequest): TwinReply {
  const form = formOf(request);
  const problem = clientProblem(request, form);
  if (problem) return problem;
  const connection = world.records.connections.find((one) => one.token === form.get("token"));
  if (connection?.status !== "active") return { status: 200, body: { active: false } };
  const { scope, organisation } = connection;
  return { status: 200, body: { active: true, scope, token_type: "bearer", links: { organisation } } };
}

/** The app revokes a token. No event follows, because the app did it itself (guessed). */
function revoke(world: World, request: TwinRequest): TwinReply {
  const form = formOf(request);
  const problem = clientProblem(request, form);
  if (problem) return problem;
  const connection = world.records.connections.find((one) => one.token === form.get("token"));
  if (connection) world.records.connections.put(connection.id, { ...connection, status: "revoked" });
  return { status: 200, body: {} };
}

/** The merchant disconnects the app: the tokens are revoked, and an event reports it. */
export function disconnect(world: World, organisation: string, connections: Connection[]): Connection[] {
  const dead = connections.map((one): Connection => ({ ...one, status: "revoked" }));
  for (const connection of dead) world.records.connections.put(connection.id, connection);
  emit(world, {
    organisation,
    resource_type: "organisations",
    action: "disconnected",
    origin: "gocardless",
    cause: "app_disconnected",
    links: {},
  });
  return dead;
}
