import { describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { type Caller, requireOwn, requireSameOrigin } from "./access";

const by = (kind: Caller["by"]) => ({ by: kind }) as Caller;

function ask(method: string, origin: string | undefined): Request {
  return new Request(`${env().APP_URL}/api/v1/x`, { method, headers: origin === undefined ? {} : { origin } });
}

describe("a request with a cookie that changes something", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE"])("by %s is accepted only from our own pages", (method) => {
    const own = new URL(env().APP_URL).origin;
    expect(() => requireSameOrigin(ask(method, own), by("cookie"))).not.toThrow();
    for (const origin of [
      undefined,
      "null",
      "https://evil.example",
      `${own}.evil.example`,
      own.replace("http", "HTTP"),
    ])
      expect(() => requireSameOrigin(ask(method, origin), by("cookie")), origin).toThrow(
        expect.objectContaining({ code: "origin_mismatch" }),
      );
  });
});

test.each(["GET", "HEAD"])("a %s request with a cookie may have any origin, because it changes nothing", (method) => {
  expect(() => requireSameOrigin(ask(method, "https://evil.example"), by("cookie"))).not.toThrow();
});

test("a request with a bearer token or without a caller is accepted from any origin", () => {
  expect(() => requireSameOrigin(ask("POST", "https://evil.example"), by("bearer"))).not.toThrow();
  expect(() => requireSameOrigin(ask("POST", "https://evil.example"), undefined)).not.toThrow();
});

test("an address that names another supplier or person is refused with not_found", () => {
  const own = { customerId: "cus_1", userId: "usr_1" };
  for (const addressed of [{}, own, { customerId: "cus_1" }, { userId: "usr_1" }])
    expect(() => requireOwn(own, addressed)).not.toThrow();
  for (const addressed of [
    { customerId: "cus_2" },
    { userId: "usr_2" },
    { ...own, userId: "usr_2" },
    { customerId: "" },
  ])
    expect(() => requireOwn(own, addressed)).toThrow(expect.objectContaining({ code: "not_found" }));
});
