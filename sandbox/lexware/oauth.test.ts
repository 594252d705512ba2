import { afterEach, beforeEach, expect, test } from "vitest";
import { BASIC, call, REDIRECT_URI, TestWorld } from "./testing";

let world: TestWorld;
beforeEach(async () => {
  world = await TestWorld.start();
});
afterEach(() => world.stop());

const hook = () => ({ eventType: "payment.changed", callbackUrl: world.hookUrl });
const exchange = (code: string, verifier: string) => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: REDIRECT_URI,
  code_verifier: verifier,
});

test("exchanges a code once, with the right verifier", async () => {
  const { location, verifier, status } = await world.authorize();
  expect(status).toBe(302);
  expect(location.href.startsWith(REDIRECT_URI)).toBe(true);
  expect(location.searchParams.get("state")).toBe("s-1");
  const code = location.searchParams.get("code") ?? "";
  const first = await world.token(exchange(code, verifier));
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ token_type: "Bearer", expires_in: 14_399 });
  expect(first.body.refresh_token).toHaveLength(128);
  expect(String(first.body.access_token).split(".")).toHaveLength(3);
  const second = await world.token(exchange(code, verifier));
  expect([second.status, second.body]).toEqual([400, { error: "invalid_grant" }]);
});

test("uses up the code when the verifier is wrong", async () => {
  const { location, verifier } = await world.authorize();
  const code = location.searchParams.get("code") ?? "";
  expect((await world.token(exchange(code, "x".repeat(64)))).status).toBe(400);
  expect((await world.token(exchange(code, verifier))).status).toBe(400);
});

test("ends a code after five minutes of the twin's time", async () => {
  const { location, verifier } = await world.authorize();
  await world.kit.clock.advanceDays(1);
  expect((await world.token(exchange(location.searchParams.get("code") ?? "", verifier))).status).toBe(400);
});

test("checks PKCE, redirect URI, client and scopes before it asks the user", async () => {
  expect((await world.authorize({ redirect_uri: `${REDIRECT_URI}/` })).status).toBe(400);
  expect((await world.authorize({ client_id: "other" })).status).toBe(400);
  const plain = await world.authorize({ code_challenge_method: "plain" });
  expect(plain.location.searchParams.get("error")).toBe("invalid_request");
  const scope = await world.authorize({ scope: "profile.read everything" });
  expect(scope.location.searchParams.get("error")).toBe("invalid_scope");
  const denied = await world.authorize({ decision: "deny" });
  expect(Object.fromEntries(denied.location.searchParams)).toEqual({ error: "access_denied", state: "s-1" });
});

test("shows the consent page as plain HTML with the scopes in words", async () => {
  const query = new URLSearchParams({
    client_id: "e1b2c3d4-0000-4000-8000-000000000001",
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    code_challenge: "9s_XWOy5h9KO8CQCqzRKr3WEntoEJepUZS9d1IYh_uo",
    code_challenge_method: "S256",
    scope: "profile.read payments.read",
    connection_name: "Einzug für Lindenhof",
  });
  const { status, body } = await call(`${world.twin.origin}/oauth2/authorize?${query}`, {});
  expect(status).toBe(200);
  expect(body).toContain("Zahlungsstand von Belegen lesen");
  expect(body).toContain("Werkstatt Lindenhof GmbH");
  expect(body).not.toContain("<script");
});

test("lets a user create an organisation while connecting", async () => {
  const { access } = await world.connect({ organisation: "new", organisation_name: "Atelier Süd" });
  const profile = await world.api(access, "GET", "/v1/profile");
  expect(profile.body.companyName).toBe("Atelier Süd");
  const conditions = await world.api(access, "GET", "/v1/payment-conditions");
  expect(conditions.body.filter((one) => one.organizationDefault)).toHaveLength(1);
});

test("rotates refresh tokens, and invalidates the old access token", async () => {
  const before = await world.connect();
  const renewed = await world.token({ grant_type: "refresh_token", refresh_token: before.refresh });
  expect(renewed.status).toBe(200);
  const old = await world.api(before.access, "GET", "/v1/ping");
  expect([old.status, old.body]).toEqual([401, { message: "Unauthorized" }]);
  expect((await world.api(String(renewed.body.access_token), "GET", "/v1/ping")).status).toBe(200);
});

test("ends the whole connection when a rotated refresh token is used again", async () => {
  const [before, other] = [await world.connect(), await world.connect()];
  const rotate = (refresh_token: string) => world.token({ grant_type: "refresh_token", refresh_token });
  const { body: second } = await rotate(before.refresh);
  const { body: third } = await rotate(second.refresh_token);
  expect((await world.api(third.access_token, "POST", "/v1/event-subscriptions", hook())).status).toBe(201);
  // Also a token that was rotated twice.
  const again = await rotate(before.refresh);
  expect([again.status, again.body]).toEqual([400, { error: "invalid_grant" }]);
  expect((await world.api(third.access_token, "GET", "/v1/ping")).status).toBe(401);
  expect((await rotate(third.refresh_token)).body).toEqual({ error: "invalid_grant" });
  expect(world.state.subscriptions).toHaveLength(0);
  expect((await world.api(other.access, "GET", "/v1/ping")).status).toBe(200);
});

test("gives tokens to one of two simultaneous refreshes, and ends the connection", async () => {
  const { refresh } = await world.connect();
  const rotate = () => world.token({ grant_type: "refresh_token", refresh_token: refresh });
  const answers = await Promise.all([rotate(), rotate()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { body } = answers.find(({ status }) => status === 200) ?? answers[0];
  expect((await world.api(body.access_token, "GET", "/v1/ping")).status).toBe(401);
});

test("ends access tokens by the twin's clock", async () => {
  const { access } = await world.connect();
  await world.kit.clock.advanceDays(1);
  expect((await world.api(access, "GET", "/v1/ping")).status).toBe(401);
});

test("requires the client's secret at the token endpoint", async () => {
  const { refresh } = await world.connect();
  const wrong = `Basic ${Buffer.from("someone:else").toString("base64")}`;
  const answer = await world.token({ grant_type: "refresh_token", refresh_token: refresh }, wrong);
  expect([answer.status, answer.body]).toEqual([401, { error: "invalid_client" }]);
});

test("ends tokens and subscriptions when the app revokes", async () => {
  const { access, refresh } = await world.connect();
  expect((await world.api(access, "POST", "/v1/event-subscriptions", hook())).status).toBe(201);
  const init = { method: "POST", headers: { authorization: BASIC }, body: new URLSearchParams({ token: refresh }) };
  expect((await call(`${world.twin.origin}/oauth2/revoke`, init)).status).toBe(200);
  expect((await world.api(access, "GET", "/v1/ping")).status).toBe(401);
  expect(world.state.subscriptions).toHaveLength(0);
});

test("enforces scopes, and lets an organisation be connected twice", async () => {
  const narrow = await world.connect({ scope: "profile.read" });
  const wide = await world.connect();
  expect((await world.api(narrow.access, "GET", "/v1/contacts")).status).toBe(403);
  const [first, second] = [
    await world.api(narrow.access, "GET", "/v1/profile"),
    await world.api(wide.access, "GET", "/v1/profile"),
  ];
  expect(first.body.organizationId).toBe(second.body.organizationId);
  expect(first.body.connectionId).not.toBe(second.body.connectionId);
});

test("answers 429 to more than two calls at once, but never to two calls a second", async () => {
  await world.stop();
  world = await TestWorld.start({ requestsPerSecond: 2 });
  const { access } = await world.connect();
  const burst = await Promise.all([1, 2, 3, 4, 5, 6].map(() => world.api(access, "GET", "/v1/ping")));
  expect(burst.filter((answer) => answer.status === 200)).toHaveLength(2);
  expect(burst.find((answer) => answer.status === 429)?.body).toEqual({ message: "Rate limit exceeded" });
  const other = await world.connect();
  expect((await world.api(other.access, "GET", "/v1/ping")).status).toBe(200);
  for (let i = 0; i < 3; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await world.api(access, "GET", "/v1/ping")).status).toBe(200);
  }
});
