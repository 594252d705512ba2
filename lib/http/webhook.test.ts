import { expect, test } from "vitest";
import { webhook } from "./webhook";

const POST = webhook({ provider: "vendor", badSignatureStatus: 401, receive: async () => ({ stored: 3 }) });

test("The answer to a webhook states its length, so that Next.js does not compress a few bytes.", async () => {
  const response = await POST(new Request("http://einzug.test/api/webhooks/vendor", { method: "POST", body: "{}" }));
  expect(response.status).toBe(202);
  expect(response.headers.get("content-type")).toBe("application/json");
  const length = response.headers.get("content-length");
  const text = await response.text();
  expect(text).toBe('{"stored":3}');
  expect(length).toBe(String(text.length));
});
