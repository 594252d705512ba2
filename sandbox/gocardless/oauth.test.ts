import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestWorld, type TestWorld } from "./test-world";
import { APP } from "./world";

let world: TestWorld;
beforeEach(async () => {
  world = await startTestWorld();
});
afterEach(() => world.close());

const redirectUri = () => `${world.kit.appUrl}/api/connect/goCardless/return`;

function query(changed: Record<string, string> = {}): URLSearchParams {
  const usual = { response_type: "code", client_id: APP.clientId, scope: "read_write", state: "s t&1" };
  return new URLSearchParams({ ...usual, redirect_uri: redirectUri(), ...changed });
}

async function approve(extra: Record<string, string>): Promise<URL> {
  const body = query({ decision: "approve", ...extra });
  const response = await fetch(`${world.url}/oauth/authorize`, { method: "POST", body, redirect: "manual" });
  return new URL(response.headers.get("location") ?? "http://none");
}

function form(path: string, values: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: APP.clientId, client_secret: APP.clientSecret, ...values });
  return fetch(`${world.url}${path}`, { method: "POST", body });
}

const exchange = (code: string) =>
  form("/oauth/access_token", { grant_type: "authorization_code", code, redirect_uri: redirectUri() });

describe("partner OAuth", () => {
  it("connects an existing organisation, once per code", async () => {
    const page = await (await fetch(`${world.url}/oauth/authorize?${query()}`)).text();
    expect(page).toContain("Werkstatt Lindenhof GmbH");
    const back = await approve({ organisation: "OR000DEMO" });
    expect(back.searchParams.get("state")).toBe("s t&1");
    const code = back.searchParams.get("code") ?? "";
    const granted = (await (await exchange(code)).json()) as Record<string, string>;
    expect(granted).toMatchObject({ organisation_id: "OR000DEMO", token_type: "bearer", scope: "read_write" });
    const again = await exchange(code);
    expect([again.status, ((await again.json()) as { error: string }).error]).toEqual([400, "invalid_grant"]);
    const { creditors } = await world.client(granted.access_token).creditors.list();
    expect(creditors.map((one) => one.name)).toEqual(["Werkstatt Lindenhof GmbH"]);
  });

  it("creates an organisation with its own creditor, separate from the others", async () => {
    const back = await approve({ organisation: "new", new_organisation: "Malerei Östlund & Söhne" });
    const granted = (await (await exchange(back.searchParams.get("code") ?? "")).json()) as Record<string, string>;
    const client = world.client(granted.access_token);
    const { creditors } = await client.creditors.list();
    expect(creditors[0]).toMatchObject({ name: "Malerei Östlund & Söhne", verification_status: "successful" });
    expect(creditors[0]?.scheme_identifiers?.[0]).toMatchObject({ scheme: "sepa", reference: "DE98ZZZ09999999999" });
    expect((await client.mandates.list()).mandates).toEqual([]);
    await expect(client.creditors.find("CR000DEMO")).rejects.toMatchObject({ code: 404 });
  });

  it("refuses unknown redirect addresses and clients, and returns a denial", async () => {
    const wrong = await fetch(`${world.url}/oauth/authorize?${query({ redirect_uri: "http://evil.example/" })}`, {
      redirect: "manual",
    });
    expect(wrong.status).toBe(400);
    const denied = await approve({ decision: "deny" });
    expect(denied.searchParams.get("error")).toBe("access_denied");
    expect((await form("/oauth/access_token", { client_secret: "no" })).status).toBe(401);
  });

  it("introspects and revokes a token, and sends an event when the merchant disconnects", async () => {
    const back = await approve({ organisation: "OR000DEMO" });
    const granted = (await (await exchange(back.searchParams.get("code") ?? "")).json()) as Record<string, string>;
    const token = granted.access_token ?? "";
    expect(await (await form("/oauth/introspect", { token })).json()).toMatchObject({
      active: true,
      links: { organisation: "OR000DEMO" },
    });
    expect((await form("/oauth/revoke", { token })).status).toBe(200);
    await expect(world.client(token).creditors.list()).rejects.toMatchObject({ code: 401 });

    const desk = await world.desk("/gocardless/connections/OR000DEMO/revoke");
    expect(desk.status).toBe(200);
    const [event] = await world.events(1);
    expect(event).toMatchObject({
      id: null,
      resource_type: "organisations",
      action: "disconnected",
      links: { organisation: "OR000DEMO" },
      details: { cause: "app_disconnected" },
    });
    await expect(world.client().creditors.list()).rejects.toMatchObject({
      code: 401,
      errors: [{ reason: "access_token_revoked" }],
    });
  });
});
