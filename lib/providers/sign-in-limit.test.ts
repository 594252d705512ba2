import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import * as datev from "@/lib/providers/accounting/datev/upload/oauth";
import * as lexware from "@/lib/providers/accounting/lexware/sign-in/oauth";
import { changeSettings } from "@/test/settings";
import { datevOauth } from "./accounting/datev/door";
import { lexwareOauth } from "./accounting/lexware/door";
import * as gocardless from "./payments/gocardless/oauth";
import { signInLimitMs } from "./sign-in-limit";

/** A server that accepts every request and never answers. */
const server = createServer(() => {});
let url = "";
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  [1_000, 1_000],
  [19_999, 19_999],
  [32_000, 20_000],
  [120_000, 20_000],
])("with a provider timeout of %i ms, a sign-in call times out after %i ms", (limit, expected) => {
  onTestFinished(changeSettings({ PROVIDER_TIMEOUT_MS: limit }));
  expect(signInLimitMs()).toBe(expected);
});

const GOCARDLESS = { clientId: "client", clientSecret: "secret", redirectUri: "https://einzug.test/back" };

test.each([
  ["Lexware", () => lexware.refresh({ ...lexwareOauth(), appUrl: url }, "token")],
  ["DATEV", () => datev.refresh({ ...(datevOauth() as datev.DatevOauthConfig), tokenUrl: url }, "token")],
  ["GoCardless", () => gocardless.exchangeCode({ ...GOCARDLESS, connectUrl: url }, "code")],
])("a sign-in call at %s times out when the server does not answer", async (_vendor, ask) => {
  const datevIds = { DATEV_CLIENT_ID: "client", DATEV_CLIENT_SECRET: "secret" };
  onTestFinished(changeSettings({ PROVIDER_TIMEOUT_MS: 100, ...datevIds }));
  const begun = Date.now();
  await expect(ask()).rejects.toMatchObject({ kind: "network", message: expect.stringContaining("timeout") });
  expect(Date.now() - begun).toBeLessThan(10_000);
});
