import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import * as route from "@/app/api/webhooks/lexoffice/route";
import { env } from "@/lib/core/env";
import { lexwareAccounting } from "@/lib/providers/accounting/lexware";
import { lexwareOauth } from "@/lib/providers/accounting/lexware/door";
import { connectAtLexware } from "@/test/lexware-consent";
import { TestSandbox } from "@/test/sandbox";
import { EVENT_TYPES } from "./subscriptions";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

/** Serves the webhook route like the web server does: a method without a handler is 405. */
const served = createServer(async (request, response) => {
  const handler = (route as Record<string, unknown>)[request.method ?? ""] as
    | ((request: Request) => Response | Promise<Response>)
    | undefined;
  const url = `http://127.0.0.1${request.url}`;
  const answer = await handler?.(new Request(url, { method: request.method }));
  response.writeHead(answer?.status ?? 405).end();
});
await new Promise<void>((resolve) => served.listen(0, "127.0.0.1", resolve));
afterAll(() => served.close());

const { accessToken } = await connectAtLexware(lexwareOauth());
const { subscriptions } = lexwareAccounting({
  apiUrl: env().LEXOFFICE_API_URL,
  timeoutMs: 5_000,
  accountSystem: "EINZUG",
  pace: async () => {},
  accessToken: async () => accessToken,
});

test("Lexware accepts our callback address, because our route answers its HEAD request", async () => {
  const { port } = served.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/webhooks/lexoffice`;
  expect(await subscriptions.ensure(url)).toBe(EVENT_TYPES.length);
});

test("Lexware refuses an address where nothing answers, and the error names the field", async () => {
  await expect(subscriptions.ensure("http://127.0.0.1:9/api/webhooks/lexoffice")).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringContaining("callbackUrl"),
  });
});
