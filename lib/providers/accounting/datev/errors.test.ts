import { describe, expect, test } from "vitest";
import { datevError, problemFrom } from "./errors";

describe("an error answer from DATEV", () => {
  test.each([
    [400, "refused", false],
    [401, "auth", false],
    [403, "forbidden", false],
    [404, "not_found", false],
    [409, "conflict", false],
    [413, "refused", false],
    [415, "refused", false],
    [429, "rate_limited", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
  ])("with status %i has the kind %s", (status, kind, isRetryable) => {
    expect(datevError(status, "{}", null)).toMatchObject({ kind, isRetryable });
  });

  test("is translated into one of our codes and keeps the service's own text", () => {
    const elements = [{ name: "Consultant", reason: "does not match" }];
    const body = {
      type: "http://www.datev.de/hilfe/1008834",
      detail: "Fields with error",
      affected_elements: elements,
    };
    expect(problemFrom(body)).toEqual({
      code: "file_header",
      details: ["Fields with error", "Consultant: does not match"],
    });
    expect(datevError(400, JSON.stringify(body), null)).toMatchObject({
      code: "file_header",
      message: "DATEV 400: Fields with error; Consultant: does not match",
    });
  });

  test("is read in any format, and its message is cut", () => {
    for (const text of ["", "<html>", "null", "[]", '"x"', '{"type":7}', '{"type":"toString"}'])
      expect(datevError(500, text, null)).toMatchObject({ message: "DATEV 500: no message", code: undefined });
    const long = { detail: "d".repeat(5_000), affected_elements: Array(500).fill({ name: "n".repeat(500) }) };
    expect(datevError(400, JSON.stringify(long), "7").message.length).toBeLessThan(220);
    expect(problemFrom(long).details).toHaveLength(20);
    expect(datevError(429, "", "7").retryAfterMs).toBe(7_000);
  });
});
