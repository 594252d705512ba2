import { describe, expect, test } from "vitest";
import { sevdeskError } from "./errors";

describe("an answer that is no success", () => {
  test.each([
    [400, "refused", false],
    [401, "auth", false],
    [402, "forbidden", false],
    [403, "forbidden", false],
    [404, "not_found", false],
    [409, "conflict", false],
    [422, "refused", false],
    [429, "rate_limited", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
  ])("%i is %s", (status, kind, isRetryable) => {
    expect(sevdeskError(status, "{}", null)).toMatchObject({ kind, isRetryable });
  });

  test("tells the vendor's message and code, whatever form they come in", () => {
    const seen = { objects: null, error: { message: "Authentication required", code: 151, exceptionUUID: null } };
    expect(sevdeskError(401, JSON.stringify(seen), null)).toMatchObject({
      message: "sevdesk 401: Authentication required",
      code: "151",
    });
    expect(sevdeskError(400, '{"status":400,"message":"limit"}', null).message).toBe("sevdesk 400: limit");
    expect(sevdeskError(422, '{"error":{"message":"x","code":null}}', null).code).toBeUndefined();
    for (const text of ["", "Bad Gateway", "<html>", "null", '"text"', "[]", '{"error":null}'])
      expect(sevdeskError(500, text, null).message, text).toBe("sevdesk 500: no message");
    expect(sevdeskError(400, JSON.stringify({ message: "m".repeat(5_000) }), null).message.length).toBeLessThan(220);
  });

  test("says how long to wait, if the vendor does", () => {
    expect(sevdeskError(429, "", "3").retryAfterMs).toBe(3_000);
    expect(sevdeskError(429, "", null).retryAfterMs).toBeUndefined();
    expect(sevdeskError(429, "", "Wed, 21 Oct 2026 07:28:00 GMT").retryAfterMs).toBeUndefined();
  });
});
