import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CustomerId, payerToken, readPayerToken, trustedCustomerId } from "./scope";

const SCOPE = { customerId: "cus_1" as CustomerId, requestId: "mrq_1" };

describe("a payer's link", () => {
  test("names its request, and always has the same token", () => {
    const token = payerToken(SCOPE);
    expect(readPayerToken(token)).toEqual(SCOPE);
    expect(payerToken(SCOPE)).toBe(token);
    expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(payerToken({ ...SCOPE, requestId: "mrq_2" })).not.toBe(token);
  });

  test("is refused if it names another request with the signature of this one", () => {
    const [, signature] = payerToken(SCOPE).split(".");
    const foreign = Buffer.from("cus_2/mrq_2").toString("base64url");
    expect(readPayerToken(`${foreign}.${signature}`)).toBeUndefined();
  });

  test.each([
    "",
    ".",
    "a",
    "a.b",
    "..",
    `${Buffer.from("cus_1/mrq_1").toString("base64url")}.`,
    Buffer.from("cus_1/mrq_1").toString("base64url"),
  ])("with the token %j is refused", (token) => {
    expect(readPayerToken(token)).toBeUndefined();
  });

  test("is refused if it is changed or cut anywhere", () => {
    const token = payerToken(SCOPE);
    fc.assert(
      fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom(..."AZaz09-_."), (at, char) => {
        fc.pre(token[at] !== char);
        expect(readPayerToken(token.slice(0, at) + char + token.slice(at + 1))).toBeUndefined();
        expect(readPayerToken(token.slice(0, at))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

test("a job's payload is accepted only with an id of a supplier", () => {
  expect(trustedCustomerId.parse("cus_1")).toBe("cus_1");
  expect(trustedCustomerId.safeParse("usr_1").success).toBe(false);
  expect(trustedCustomerId.safeParse(undefined).success).toBe(false);
});
