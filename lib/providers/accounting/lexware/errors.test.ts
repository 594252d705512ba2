import { describe, expect, test } from "vitest";
import { lexwareError } from "./errors";

describe("an error answer from Lexware", () => {
  test.each([
    [400, "refused"],
    [401, "auth"],
    [402, "forbidden"],
    [403, "forbidden"],
    [404, "not_found"],
    [405, "refused"],
    [406, "refused"],
    [409, "conflict"],
    [415, "refused"],
    [429, "rate_limited"],
    [500, "unavailable"],
    [501, "unavailable"],
    [503, "unavailable"],
    [504, "unavailable"],
  ])("with status %i has the kind %s", (status, kind) => {
    expect(lexwareError(status, "").kind).toBe(kind);
  });

  test("tells whether a write may have happened and whether the call may be repeated", () => {
    expect(lexwareError(504, "")).toMatchObject({ isRetryable: true, isOutcomeUnknown: true });
    expect(lexwareError(429, "")).toMatchObject({ isRetryable: true, isOutcomeUnknown: false });
    expect(lexwareError(406, "")).toMatchObject({ isRetryable: false, isOutcomeUnknown: false });
  });

  test("is read in the regular format", () => {
    const body = {
      status: 406,
      message: "Validation failed for request.",
      details: [{ violation: "NOTNULL", field: "lineItems[0].unitPrice", message: "darf nicht leer sein" }],
    };
    const error = lexwareError(406, JSON.stringify(body));
    expect(error).toMatchObject({ kind: "refused", code: "lineItems[0].unitPrice:NOTNULL" });
    expect(error.message).toBe(
      "Lexware 406: Validation failed for request. lineItems[0].unitPrice: darf nicht leer sein",
    );
  });

  test("states a problem once if all lines of an array have it", () => {
    const details = Array.from({ length: 25 }, (_, i) => ({ field: `[${i}].valueDate`, message: "ist abgeschlossen" }));
    const error = lexwareError(406, JSON.stringify({ message: "Validation failed for request.", details }));
    expect(error.message).toBe("Lexware 406: Validation failed for request. valueDate: ist abgeschlossen");
    expect(lexwareError(406, '{"details":{}}').message).toBe("Lexware 406: no message");
  });

  test("is read in the legacy format", () => {
    const body = {
      requestId: "0f6c",
      IssueList: [{ i18nKey: "missing_entity", source: "company.name", type: "validation_failure" }],
    };
    expect(lexwareError(406, JSON.stringify(body))).toMatchObject({
      kind: "refused",
      code: "company.name:missing_entity",
    });
  });

  test("about a stale version is a conflict, as documented (409) and as seen live (406)", () => {
    const body = { IssueList: [{ i18nKey: "invalid_value", source: "version", type: "validation_failure" }] };
    expect(lexwareError(406, JSON.stringify(body)).kind).toBe("conflict");
    expect(lexwareError(409, "{}").kind).toBe("conflict");
  });

  test.each([
    ["", "no message", undefined],
    ["<html>502 Bad Gateway</html>", "no message", undefined],
    ['{"message":"Unauthorized"}', "Unauthorized", undefined],
    ['{"error":"invalid_token"}', "invalid_token", "invalid_token"],
    ["[]", "no message", undefined],
    ['"text"', "no message", undefined],
    ["null", "no message", undefined],
    ["7", "no message", undefined],
    ['{"message":{"de":"nein"},"error":7}', "no message", undefined],
    ['{"message":"no","details":null,"IssueList":null}', "no", undefined],
    ['{"message":"no","details":[null,"x",{"field":"a","message":"leer"}]}', "no a: leer", undefined],
    ['{"message":"no","details":[{"field":null,"violation":"NOTNULL","message":"leer"}]}', "no ?: leer", "NOTNULL"],
    ['{"message":"no","details":[{"field":"a","violation":7,"message":7}]}', "no", "a"],
    ['{"IssueList":[null]}', "no message", undefined],
    ['{"IssueList":[{"i18nKey":"missing_entity","source":"a"},null]}', "a:missing_entity", "a:missing_entity"],
    ['{"IssueList":[{"i18nKey":"missing_entity","source":null}]}', "missing_entity", "missing_entity"],
    ['{"IssueList":{"0":{"i18nKey":"missing_entity"}}}', "no message", undefined],
  ])("with an arbitrary body leaves open whether a write happened: %s", (text, message, code) => {
    const error = lexwareError(502, text);
    expect(error).toMatchObject({ kind: "unavailable", isOutcomeUnknown: true, message: `Lexware 502: ${message}` });
    expect(error.code).toBe(code);
  });
});
