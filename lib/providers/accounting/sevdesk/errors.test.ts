import { describe, expect, test } from "vitest";
import { sevdeskError } from "./errors";

describe("an error answer from sevdesk", () => {
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
  ])("with status %i has the kind %s", (status, kind, isRetryable) => {
    expect(sevdeskError(status, "{}", null)).toMatchObject({ kind, isRetryable });
  });

  test("yields the vendor's message and code in every format seen", () => {
    const seen = { objects: null, error: { message: "Authentication required", code: 151, exceptionUUID: null } };
    expect(sevdeskError(401, JSON.stringify(seen), null)).toMatchObject({
      message: "sevdesk 401: Authentication required",
      code: "151",
    });
    expect(sevdeskError(400, '{"status":400,"message":"limit"}', null).message).toBe("sevdesk 400: limit");
    expect(sevdeskError(422, '{"error":{"message":"x","code":null}}', null).code).toBeUndefined();
    expect(sevdeskError(400, JSON.stringify({ message: "m".repeat(5_000) }), null).message.length).toBeLessThan(220);
  });

  test.each([
    ["", "no message", undefined],
    ["Bad Gateway", "no message", undefined],
    ["<html>", "no message", undefined],
    ["null", "no message", undefined],
    ['"text"', "no message", undefined],
    ["[]", "no message", undefined],
    ['{"error":null}', "no message", undefined],
    ['{"error":"down","message":"later"}', "later", undefined],
    ['{"message":7}', "no message", undefined],
    ['{"message":{"de":"nein"}}', "no message", undefined],
    ['{"error":{"message":["no"],"code":151}}', "no message", "151"],
    ['{"error":{"message":null,"code":"x"},"message":"later"}', "later", "x"],
    ['{"error":{"message":"no","code":{}}}', "no", undefined],
  ])("with an arbitrary body leaves open whether a write happened: %s", (text, message, code) => {
    const error = sevdeskError(500, text, null);
    expect(error).toMatchObject({ kind: "unavailable", isOutcomeUnknown: true, message: `sevdesk 500: ${message}` });
    expect(error.code).toBe(code);
  });

  test("states how long to wait if the vendor does", () => {
    expect(sevdeskError(429, "", "3").retryAfterMs).toBe(3_000);
    expect(sevdeskError(429, "", null).retryAfterMs).toBeUndefined();
    expect(sevdeskError(429, "", "Wed, 21 Oct 2026 07:28:00 GMT").retryAfterMs).toBeUndefined();
  });
});
