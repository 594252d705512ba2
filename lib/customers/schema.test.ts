import { describe, expect, test } from "vitest";
import { z } from "zod";
import { problemResponse } from "@/lib/http/refusals/problem";
import type { Problem } from "@/lib/http/refusals/problem-body";
import { paymentCondition, paymentConditions, paymentDescription } from "./schema";

async function refusalOf(schema: z.ZodType, input: unknown): Promise<Problem> {
  return (await problemResponse(schema.safeParse(input).error, "req_1").json()) as Problem;
}

describe("a payment condition", () => {
  test.each(["x", "Zahlbar per SEPA-Lastschrift.", "a".repeat(254), "  with blanks before it"])("may be %j", (text) => {
    expect(paymentCondition.parse(text)).toBe(text);
  });

  test.each([
    ["over-long", "a".repeat(255)],
    ["of two lines", "Zahlbar\nper Lastschrift"],
    ["with a blank after it", "Zahlbar per Lastschrift "],
    ["empty", ""],
  ])("that is %s is refused with its own error code and the field", async (_what, text) => {
    expect(await refusalOf(z.object({ paymentCondition }), { paymentCondition: text })).toMatchObject({
      status: 422,
      errorCode: "payment_condition_invalid",
      fields: [{ field: "paymentCondition" }],
    });
    expect(await refusalOf(paymentConditions, { conditions: ["a", text] })).toMatchObject({
      errorCode: "payment_condition_invalid",
      fields: [{ field: "conditions.1" }],
    });
  });

  test("of another type, or with another error in the same input, is refused as invalid_input", async () => {
    expect(await refusalOf(paymentConditions, { conditions: [7] })).toMatchObject({ errorCode: "invalid_input" });
    expect(await refusalOf(paymentConditions, { conditions: [7, ""] })).toMatchObject({ errorCode: "invalid_input" });
    const many = Array.from({ length: 21 }, (_, i) => `Bedingung ${i}`);
    expect(await refusalOf(paymentConditions, { conditions: many })).toMatchObject({ errorCode: "invalid_input" });
  });

  test("has its length limits in the API description", () => {
    expect(z.toJSONSchema(paymentCondition)).toMatchObject({ type: "string", minLength: 1, maxLength: 254 });
  });
});

describe("a payment reference", () => {
  test.each([null, "", "Danke", "{invoiceNo} {companyName} für {customerName}"])("may be %j", (wording) => {
    expect(paymentDescription.parse({ paymentDescription: wording })).toEqual({ paymentDescription: wording });
  });

  test("with an unknown placeholder is refused with its own error code, which names it", async () => {
    const wording = "{invoiceNumber} von {companyName}";
    expect(await refusalOf(paymentDescription, { paymentDescription: wording })).toMatchObject({
      status: 422,
      errorCode: "placeholder_unknown",
      fields: [{ field: "paymentDescription", message: expect.stringContaining("{invoiceNumber}") }],
    });
  });
});
