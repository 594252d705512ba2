import { ApiError, MalformedResponseError } from "gocardless-nodejs";
import { describe, expect, test } from "vitest";
import { ProviderError } from "@/lib/core/web/provider-error";
import { gocardlessError } from "./errors";

/** The error that the client itself creates for an answer. */
function thrownFor(statusCode: number, error: unknown): unknown {
  return ApiError.buildFromResponse({ statusCode, headers: {}, body: { error } });
}

function apiError(code: number, errors: object[] = [], type = "invalid_state") {
  return thrownFor(code, { code, message: "no", type, request_id: "r", documentation_url: "d", errors });
}

describe("the ProviderError for what GoCardless's client throws", () => {
  test.each([
    [401, "auth"],
    [403, "forbidden"],
    [404, "not_found"],
    [410, "not_found"],
    [409, "conflict"],
    [422, "refused"],
    [400, "refused"],
    [429, "rate_limited"],
    [500, "unavailable"],
    [503, "unavailable"],
  ])("with status %i has the kind %s", (code, kind) => {
    expect(gocardlessError(apiError(code)).kind).toBe(kind);
  });

  test.each([
    [422, "validation_failed", "refused"],
    [400, "invalid_api_usage", "refused"],
    [422, "invalid_state", "refused"],
    [500, "gocardless", "unavailable"],
    [404, "invalid_api_usage", "not_found"],
    [403, "invalid_api_usage", "forbidden"],
  ])("with status %i and type %s has the kind %s", (code, type, kind) => {
    expect(gocardlessError(apiError(code, [], type)).kind).toBe(kind);
  });

  test("for a body from a proxy leaves the outcome unknown", () => {
    expect(gocardlessError(thrownFor(502, undefined))).toMatchObject({ kind: "unavailable", isOutcomeUnknown: true });
    expect(gocardlessError(thrownFor(503, "down"))).toMatchObject({ kind: "unavailable" });
  });

  test("has the reason as its code, or else the field", () => {
    expect(gocardlessError(apiError(422, [{ reason: "cancellation_failed", message: "too late" }])).code).toBe(
      "cancellation_failed",
    );
    expect(gocardlessError(apiError(422, [{ field: "charge_date", message: "must be later" }])).code).toBe(
      "charge_date",
    );
    expect(gocardlessError(apiError(422)).code).toBeUndefined();
  });

  test("for an idempotency conflict has the existing id as its code", () => {
    const links = { conflicting_resource_id: "PM1" };
    const error = gocardlessError(apiError(409, [{ reason: "idempotent_creation_conflict", message: "used", links }]));
    expect(error).toMatchObject({ kind: "conflict", code: "PM1", isRetryable: false });
  });

  test("for an unreadable or missing answer leaves the outcome unknown", () => {
    const malformed = new MalformedResponseError("not JSON", {});
    expect(gocardlessError(malformed)).toMatchObject({ kind: "network", isOutcomeUnknown: true });
    expect(gocardlessError(new Error("socket hang up"))).toMatchObject({ kind: "network", isOutcomeUnknown: true });
    expect(gocardlessError("anything")).toMatchObject({ kind: "network" });
  });

  test("is unchanged if it was a ProviderError already", () => {
    const error = new ProviderError("refused", "no creditor");
    expect(gocardlessError(error)).toBe(error);
  });
});
