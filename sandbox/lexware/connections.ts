import { randomBytes } from "node:crypto";
import type { Connection } from "./model";
import { newId, type World } from "./world";

/** Opens a connection, which has one access token and one refresh token. */
export function openConnection(world: World, organisationId: string, name: string, scopes: string[]): Connection {
  const id = newId();
  return world.connections.put(id, {
    id,
    organisationId,
    name,
    scopes,
    status: "active",
    refreshToken: null,
    accessToken: null,
    accessEndsAt: 0,
    createdAt: world.now(),
    integration: { status: "OAUTH_CONNECTED", version: 0 },
  });
}

/** Issues new tokens; the former ones are invalid from now on. */
export function issueTokens(world: World, connection: Connection): Record<string, unknown> {
  const seconds = world.options.accessTokenSeconds;
  const accessEndsAt = world.kit.clock.now().getTime() + seconds * 1_000;
  const accessToken = newAccessToken(connection, accessEndsAt);
  // 96 random bytes are 128 characters, as long as the real tokens.
  const refreshToken = randomBytes(96).toString("base64url");
  if (connection.refreshToken) world.rotatedTokens.put(connection.refreshToken, connection.id);
  world.connections.put(connection.id, { ...connection, accessToken, refreshToken, accessEndsAt });
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: seconds,
    refresh_token: refreshToken,
    scope: connection.scopes.join(" "),
  };
}

/** Ends the access token early, as after a change of the user's password; the refresh token still works. */
export function endAccessToken(world: World, connection: Connection): void {
  world.connections.put(connection.id, { ...connection, accessToken: null, accessEndsAt: 0 });
}

/** Ends tokens and event subscriptions. If the user did it in Lexware, `token.revoked` reports it. */
export function revokeConnection(world: World, connection: Connection, by: "user" | "app"): void {
  if (by === "user") world.emit(connection.organisationId, "token.revoked", connection.id);
  for (const subscription of world.subscriptions.filter((one) => one.connectionId === connection.id))
    world.subscriptions.delete(subscription.id);
  world.connections.put(connection.id, {
    ...connection,
    status: "revoked",
    accessToken: null,
    refreshToken: null,
    accessEndsAt: 0,
  });
}

/** Returns a token that looks like the real JWT but is only a long random text: the product must treat it as opaque. */
function newAccessToken(connection: Connection, endsAt: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = { alg: "RS256", typ: "JWT", kid: "lexware-twin" };
  const payload = {
    iss: "lexware-twin",
    sub: connection.organisationId,
    cid: connection.id,
    scope: connection.scopes.join(" "),
    exp: Math.floor(endsAt / 1_000),
    jti: newId(),
  };
  return `${part(header)}.${part(payload)}.${randomBytes(256).toString("base64url")}`;
}
