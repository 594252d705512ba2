import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { ProviderError } from "@/lib/core/web/provider-error";
import { stripeError } from "./errors";

/** The error that the client itself creates for an answer. */
function thrownFor(statusCode: number | undefined, problem: Stripe.StripeRawError = {}): unknown {
  return Stripe.errors.generateV1Error({ message: "no", requestId: "req_1", statusCode, ...problem });
}

describe("the ProviderError for what Stripe's client throws", () => {
  test.each([
    [400, "refused", false, false],
    [401, "auth", false, false],
    // A declined card.
    [402, "refused", false, false],
    [403, "forbidden", false, false],
    [404, "not_found", false, false],
    [409, "conflict", false, false],
    [422, "refused", false, false],
    [429, "rate_limited", true, false],
    [500, "unavailable", true, true],
    [502, "unavailable", true, true],
    [503, "unavailable", true, true],
    // An unreadable answer: the client throws without a status.
    [undefined, "network", true, true],
    // A success status with an error in the body.
    [200, "network", true, true],
  ])("with status %s has the kind %s", (statusCode, kind, isRetryable, isOutcomeUnknown) => {
    expect(stripeError(thrownFor(statusCode))).toMatchObject({ kind, isRetryable, isOutcomeUnknown });
  });

  test("for a rate limit has the same kind, whatever the status", () => {
    expect(stripeError(thrownFor(400, { code: "rate_limit" }))).toMatchObject({ kind: "rate_limited" });
    expect(stripeError(thrownFor(400, { code: "other" }))).toMatchObject({ kind: "refused" });
    const ofTheNewApi = { type: "rate_limit", statusCode: 429, message: "no" } as const;
    expect(stripeError(Stripe.errors.generateV2Error(ofTheNewApi))).toMatchObject({ kind: "rate_limited" });
  });

  test.each<[string, Stripe.StripeRawError, string | undefined]>([
    ["the code", { code: "tax_id_invalid", param: "value", type: "invalid_request_error" }, "tax_id_invalid"],
    ["or else the field", { param: "value", type: "invalid_request_error" }, "value"],
    ["or else the type", { type: "idempotency_error" }, "idempotency_error"],
    ["or nothing", {}, undefined],
  ])("takes its code from the answer: %s", (_which, problem, code) => {
    expect(stripeError(thrownFor(400, problem)).code).toBe(code);
  });

  test("names cause and request, but never what a customer typed", () => {
    const problem = { message: "'DE 12' of Café Ähre is not valid", code: "tax_id_invalid" };
    expect(stripeError(thrownFor(400, problem)).message).toBe("Stripe 400: tax_id_invalid (req_1)");
    const bare = thrownFor(undefined, { requestId: undefined });
    expect(stripeError(bare).message).toBe("Stripe no status: StripeAPIError (no request id)");
  });

  test("leaves the outcome unknown if there was no answer", () => {
    const lost = new Stripe.errors.StripeConnectionError({ message: "reset", type: "api_error" });
    for (const error of [lost, new Error("socket hang up"), "anything", undefined])
      expect(stripeError(error)).toMatchObject({ kind: "network", isOutcomeUnknown: true });
    expect(stripeError(new Error("socket hang up")).message).toBe("no answer from Stripe: socket hang up");
  });

  test("for a lost connection ignores the status received before", () => {
    const lost = new Stripe.errors.StripeConnectionError({ message: "cut off", statusCode: 404 });
    expect(stripeError(lost)).toMatchObject({ kind: "network", isOutcomeUnknown: true });
  });

  test("is unchanged if it was a ProviderError already", () => {
    const error = new ProviderError("refused", "a schedule without a phase");
    expect(stripeError(error)).toBe(error);
  });
});
