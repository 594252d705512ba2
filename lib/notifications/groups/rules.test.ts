import { describe, expect, test } from "vitest";
import en from "@/messages/en.json";
import { groupNotices, placeOf } from "./rules";

const createdAt = new Date("2026-11-23T08:00:00Z");
const notices = (kind: string, ...data: object[]) => groupNotices(data.map((one) => ({ kind, data: one, createdAt })));
const placeOfAll = (kind: string, ...data: object[]) => notices(kind, ...data).map(placeOf);

describe("the page of a notice", () => {
  const one = { invoiceId: "inv_1", number: "RE 1/2" };
  const two = { invoiceId: "inv_2", number: "RE-2" };

  test.each(["duplicate_payment", "paid_elsewhere", "amount_changed_late", "payer_changed_late"])(
    "%s: a single one leads to its invoice, several lead to the list of differing payments",
    (kind) => {
      expect(placeOfAll(kind, one)).toEqual(["/app/invoices/inv_1"]);
      expect(placeOfAll(kind, one, two)).toEqual(["/app/invoices?filter=differs"]);
    },
  );

  test("a returned payment leads to the returns queue, and a single one to its own line there", () => {
    expect(placeOfAll("collection_failed", one)).toEqual(["/app/returns?search=RE%201%2F2"]);
    // A long number is cut between characters: a lone surrogate is not allowed in an address.
    const [cut = ""] = placeOfAll("collection_failed", { ...one, number: `${"1".repeat(39)}💶2` });
    expect(decodeURIComponent(cut)).toBe(`/app/returns?search=${"1".repeat(39)}💶`);
    expect(placeOfAll("collection_returned", one, two)).toEqual(["/app/returns"]);
  });

  test("two lost connections are two groups, a payout leads to itself, an unknown kind to the dashboard", () => {
    expect(placeOfAll("connection_lost", { type: "LEXOFFICE" }, { type: "GOCARDLESS" })).toEqual([
      "/app/connections",
      "/app/connections",
    ]);
    expect(placeOfAll("payout_bounced", { payoutId: "pay_1" })).toEqual(["/app/payouts/pay_1"]);
    expect(placeOfAll("of_tomorrow", {})).toEqual(["/app"]);
  });

  test("every kind that has a text has a page other than the dashboard", () => {
    const states = ["account_in_review", "account_not_verified", "other_engines"];
    const counts = [
      "mismatch",
      "proposals",
      "unsigned",
      "invoices",
      "e_invoices_held",
      "no_condition_chosen",
      "no_method_chosen",
      "first_requests",
    ];
    const kinds = Object.keys(en.notices).filter((kind) => ![...states, ...counts].includes(kind));
    expect(kinds.filter((kind) => placeOfAll(kind, {}, {})[0] === "/app")).toEqual([]);
    expect(kinds).toContain("duplicate_payment");
  });
});
