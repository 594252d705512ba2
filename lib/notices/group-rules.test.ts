import { describe, expect, test } from "vitest";
import en from "@/messages/en.json";
import { groupNotices, placeOf } from "./group-rules";

const createdAt = new Date("2026-11-23T08:00:00Z");
const notices = (kind: string, ...data: object[]) => groupNotices(data.map((one) => ({ kind, data: one, createdAt })));
const placeOfAll = (kind: string, ...data: object[]) => notices(kind, ...data).map(placeOf);

describe("where a notice leads", () => {
  const one = { invoiceId: "inv_1", number: "RE 1/2" };
  const two = { invoiceId: "inv_2", number: "RE-2" };

  test.each(["duplicate_payment", "paid_elsewhere", "amount_changed_late", "payer_changed_late"])(
    "%s: a single one to its invoice, several to the list that holds all of them",
    (kind) => {
      expect(placeOfAll(kind, one)).toEqual(["/app/invoices/inv_1"]);
      expect(placeOfAll(kind, one, two)).toEqual(["/app/invoices?filter=differs"]);
    },
  );

  test("what came back leads to its desk, a single one to its line there", () => {
    expect(placeOfAll("collection_failed", one)).toEqual(["/app/returns?search=RE%201%2F2"]);
    // A long one is cut between its characters: half of one has no place in an address.
    const [cut = ""] = placeOfAll("collection_failed", { ...one, number: `${"1".repeat(39)}💶2` });
    expect(decodeURIComponent(cut)).toBe(`/app/returns?search=${"1".repeat(39)}💶`);
    expect(placeOfAll("collection_returned", one, two)).toEqual(["/app/returns"]);
  });

  test("two vendors lost are two groups; a payout leads to itself; a kind nobody knows to the dashboard", () => {
    expect(placeOfAll("connection_lost", { type: "LEXOFFICE" }, { type: "GOCARDLESS" })).toEqual([
      "/app/connections",
      "/app/connections",
    ]);
    expect(placeOfAll("payout_bounced", { payoutId: "pay_1" })).toEqual(["/app/payouts/pay_1"]);
    expect(placeOfAll("of_tomorrow", {})).toEqual(["/app"]);
  });

  test("every kind that has words has a place of its own", () => {
    const states = ["account_in_review", "account_not_verified", "other_engines"];
    const counts = ["mismatch", "proposals", "unsigned", "invoices", "no_condition_chosen", "no_method_chosen"];
    const kinds = Object.keys(en.notices).filter((kind) => ![...states, ...counts].includes(kind));
    expect(kinds.filter((kind) => placeOfAll(kind, {}, {})[0] === "/app")).toEqual([]);
    expect(kinds).toContain("duplicate_payment");
  });
});
