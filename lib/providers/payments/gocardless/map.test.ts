import type { Creditor, Event, Mandate, Payment, Payout, PayoutItem } from "gocardless-nodejs";
import { describe, expect, test } from "vitest";
import { mapCreditor, mapEvent, mapMandate, mapPayment, mapPayout, mapPayoutItem } from "./map";

/** Casts an answer as in the reference; the client's types are wider than needed here. */
const as = <T>(row: object) => row as unknown as T;

describe("a mandate of GoCardless", () => {
  const row = {
    id: "MD1",
    status: "pending_submission",
    reference: "EINZUG-1",
    scheme: "sepa_core",
    next_possible_charge_date: "2026-09-04",
    created_at: "2026-09-01T10:00:00.000Z",
    metadata: { contact: "con_1", request: "mrq_1" },
    links: { customer: "CU1", customer_bank_account: "BA1" },
  };

  test("is mapped to a mandate of the port", () => {
    expect(mapMandate(as<Mandate>(row))).toEqual({
      id: "MD1",
      status: "pending_submission",
      reference: "EINZUG-1",
      scheme: "sepa_core",
      nextPossibleChargeDate: "2026-09-04",
      customerId: "CU1",
      bankAccountId: "BA1",
      newMandateId: null,
      metadata: { contact: "con_1", request: "mrq_1" },
      createdAt: new Date("2026-09-01T10:00:00Z"),
    });
  });

  test("with an unknown status is blocked, so that it is not debited", () => {
    expect(mapMandate(as<Mandate>({ ...row, status: "brand_new" })).status).toBe("blocked");
    // Property names of every object are not statuses.
    expect(mapMandate(as<Mandate>({ ...row, status: "toString" })).status).toBe("blocked");
  });

  test("that is unusable has no next charge date, and without an id it is a broken answer", () => {
    expect(
      mapMandate(as<Mandate>({ ...row, next_possible_charge_date: null, metadata: undefined, links: undefined })),
    ).toMatchObject({
      nextPossibleChargeDate: null,
      metadata: {},
      customerId: null,
    });
    expect(() => mapMandate(as<Mandate>({ ...row, id: undefined }))).toThrow("answered without mandate id");
  });
});

describe("a payment of GoCardless", () => {
  const row = {
    id: "PM1",
    amount: "11900",
    status: "pending_submission",
    charge_date: "2026-09-15",
    created_at: "2026-09-08T14:00:00.000Z",
    metadata: { collection: "col_1", n: 5 },
    links: { mandate: "MD1" },
  };

  test("is mapped to a payment of the port, with amounts from text and without metadata that is not text", () => {
    expect(mapPayment(as<Payment>(row))).toEqual({
      id: "PM1",
      amountCents: 11_900,
      status: "pending_submission",
      chargeDate: "2026-09-15",
      mandateId: "MD1",
      metadata: { collection: "col_1" },
      createdAt: new Date("2026-09-08T14:00:00.000Z"),
    });
  });

  test("may have no charge date yet", () => {
    expect(mapPayment(as<Payment>({ ...row, charge_date: null })).chargeDate).toBeNull();
  });

  test.each(["id", "amount", "status", "created_at"])("without %s is a broken answer", (field) => {
    expect(() => mapPayment(as<Payment>({ ...row, [field]: null }))).toThrow("answered without");
  });
});

describe("a creditor of GoCardless", () => {
  test("is mapped with its identifier for SEPA", () => {
    const row = {
      id: "CR1",
      name: "Werkstatt",
      city: "Leipzig",
      verification_status: "in_review",
      scheme_identifiers: [
        { scheme: "bacs", reference: "420042" },
        { scheme: "sepa", reference: "DE98ZZZ09999999999" },
      ],
    };
    expect(mapCreditor(as<Creditor>(row))).toEqual({
      id: "CR1",
      name: "Werkstatt",
      city: "Leipzig",
      identifier: "DE98ZZZ09999999999",
      verificationStatus: "in_review",
    });
  });

  test("without a verification status counts as not verified", () => {
    expect(mapCreditor(as<Creditor>({ id: "CR1" }))).toEqual({
      id: "CR1",
      name: "",
      city: null,
      identifier: null,
      verificationStatus: "action_required",
    });
  });
});

describe("a payout of GoCardless", () => {
  test("is mapped together with its items, to the tenth of a cent", () => {
    const row = {
      id: "PO1",
      amount: 6_831,
      deducted_fees: 69,
      currency: "EUR",
      reference: "GC-1",
      status: "paid",
      arrival_date: "2026-09-18",
      created_at: "2026-09-16T10:00:00Z",
    };
    expect(mapPayout(as<Payout>(row))).toEqual({
      id: "PO1",
      amountCents: 6_831,
      feeCents: 69,
      currency: "EUR",
      reference: "GC-1",
      status: "paid",
      arrivalDate: "2026-09-18",
      createdAt: new Date("2026-09-16T10:00:00Z"),
    });
    expect(
      mapPayoutItem(as<PayoutItem>({ type: "gocardless_fee", amount: "-120.5", links: { payment: "PM1" }, taxes: [] })),
    ).toEqual({
      type: "gocardless_fee",
      tenths: -1_205,
      paymentId: "PM1",
      refundId: null,
    });
    expect(mapPayoutItem(as<PayoutItem>({ type: "refund", amount: "-500.0", links: { refund: "RF1" } }))).toMatchObject(
      { paymentId: null, refundId: "RF1" },
    );
  });
});

describe("an event of GoCardless", () => {
  const row = {
    id: "EV1",
    created_at: "2026-09-15T08:00:00.000Z",
    resource_type: "payments",
    action: "failed",
    details: { cause: "insufficient_funds" },
    links: { payment: "PM1", organisation: "OR1" },
  };

  test("names the object to read again", () => {
    expect(mapEvent(as<Event>(row))).toEqual({
      id: "EV1",
      organisationId: "OR1",
      resource: "payments",
      resourceId: "PM1",
      action: "failed",
      occurredAt: new Date("2026-09-15T08:00:00Z"),
      payload: row,
    });
  });

  test.each([
    ["mandates", { mandate: "MD1" }, "MD1"],
    ["payouts", { payout: "PO1" }, "PO1"],
    ["billing_requests", { billing_request: "BRQ1", mandate_request: "MRQ1" }, "BRQ1"],
    ["creditors", { creditor: "CR1" }, "CR1"],
    ["refunds", { refund: "RF1", payment: "PM1" }, "RF1"],
    ["kinds_of_tomorrow", { payment: "PM1" }, ""],
  ])("about %s with the links %j names the right object", (resource_type, links, resourceId) => {
    expect(mapEvent(as<Event>({ ...row, resource_type, links })).resourceId).toBe(resourceId);
  });

  test("of the kind organisations.disconnected has no id and gets one from organisation and time", () => {
    const gone = {
      ...row,
      id: null,
      resource_type: "organisations",
      action: "disconnected",
      links: { organisation: "OR1" },
    };
    expect(mapEvent(as<Event>(gone))).toMatchObject({
      id: "organisations:disconnected:OR1:2026-09-15T08:00:00.000Z",
      resourceId: "OR1",
    });
  });

  test("of a newer webhook names the organisation on the event itself", () => {
    const newer = { ...row, links: { payment: "PM1" }, organisation_id: "OR2" };
    expect(mapEvent(as<Event>(newer)).organisationId).toBe("OR2");
    expect(mapEvent(as<Event>({ ...newer, organisation_id: undefined })).organisationId).toBeNull();
  });
});
