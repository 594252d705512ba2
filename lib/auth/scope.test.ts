import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sign } from "@/lib/core/crypto";
import { payerToken, readPayerToken, trustedCustomerId } from "./scope";

const REQUEST = { requestId: "mrq_01jdx3c9v2k7q4m8n5p6r0s1tv" };
const OTHER = { requestId: "mrq_01jdx3c9v2k7q4m8n5p6r0s1tw" };

/** A link in a mail that was sent before the links became short. */
function longToken(content: string): string {
  const body = Buffer.from(content).toString("base64url");
  return `${body}.${sign("payer-link", body)}`;
}

describe("a payer's link", () => {
  test("names its request, always has the same token, and fits one line of a mail", () => {
    const token = payerToken(REQUEST);
    expect(readPayerToken(token)).toBe(REQUEST.requestId);
    expect(payerToken(REQUEST)).toBe(token);
    expect(token).toMatch(/^[\w-]{48}$/);
    expect(payerToken(OTHER)).not.toBe(token);
  });

  test("is refused if it names another request with the signature of this one", () => {
    const signature = payerToken(REQUEST).slice(-22);
    expect(readPayerToken(OTHER.requestId.slice(4) + signature)).toBeUndefined();
    const [, long] = longToken("cus_1/mrq_1").split(".");
    expect(readPayerToken(`${Buffer.from("cus_2/mrq_2").toString("base64url")}.${long}`)).toBeUndefined();
  });

  test("in a mail that was sent earlier still opens its request", () => {
    expect(readPayerToken(longToken("cus_1/mrq_1"))).toBe("mrq_1");
  });

  test.each([
    "",
    ".",
    "a",
    "a.b",
    "..",
    `${Buffer.from("cus_1/mrq_1").toString("base64url")}.`,
    Buffer.from("cus_1/mrq_1").toString("base64url"),
    payerToken({ requestId: "mrq_" }),
  ])("with the token %j is refused", (token) => {
    expect(readPayerToken(token)).toBeUndefined();
  });

  test("is refused if it is changed or cut anywhere", () => {
    for (const token of [payerToken(REQUEST), longToken("cus_1/mrq_1")])
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
