import { describe, expect, test } from "vitest";
import { datevError, problemFrom } from "./errors";

describe("an answer of DATEV that is no success", () => {
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
  ])("%i is %s", (status, kind, isRetryable) => {
    expect(datevError(status, "{}", null)).toMatchObject({ kind, isRetryable });
  });

  test("is told in one of our words and in the service's own", () => {
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

  test("may have any form without harm, and is never long", () => {
    for (const text of ["", "<html>", "null", "[]", '"x"', '{"type":7}', '{"type":"toString"}'])
      expect(datevError(500, text, null)).toMatchObject({ message: "DATEV 500: no message", code: undefined });
    const long = { detail: "d".repeat(5_000), affected_elements: Array(500).fill({ name: "n".repeat(500) }) };
    expect(datevError(400, JSON.stringify(long), "7").message.length).toBeLessThan(220);
    expect(problemFrom(long).details).toHaveLength(20);
    expect(datevError(429, "", "7").retryAfterMs).toBe(7_000);
  });
});
