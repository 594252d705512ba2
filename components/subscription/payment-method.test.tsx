import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "@/test/screen";
import { subscriptionOf } from "@/test/subscription-page";
import { PaymentMethod } from "./payment-method";

const CARD = { kind: "card", brand: "visa", last4: "4242", expMonth: 1, expYear: 2027, state: "valid" } as const;
const SEPA = { kind: "sepa_debit", brand: null, last4: "3000", expMonth: null, expYear: null, state: "valid" } as const;

test.each(["en", "de"] as const)("a card is shown with a warning before it expires (%s)", (locale) => {
  const valid = { month: "01", year: "2027" };
  const first = show(<PaymentMethod subscription={subscriptionOf({ paymentMethod: CARD })} isOwner />, locale);
  const { t, rerender, container } = first;
  expect(screen.getByText(t("subscription.method.card", { brand: "Visa", last4: "4242" }))).toBeTruthy();
  expect(screen.getByText(t("subscription.method.expires", valid))).toBeTruthy();
  for (const state of ["expiring", "expired"] as const) {
    rerender(<PaymentMethod subscription={subscriptionOf({ paymentMethod: { ...CARD, state } })} isOwner />);
    expect(container.textContent).toContain(t(`subscription.method.${state}`));
    expect(container.textContent).toContain(t(`subscription.method.${state}Text`, valid));
    expect(screen.queryByText(t("subscription.method.expires", valid))).toBeNull();
  }
  expect(screen.getByRole("button", { name: t("subscription.method.change") })).toBeTruthy();
});

test("a bank account has no expiry date", () => {
  const { t, container } = show(<PaymentMethod subscription={subscriptionOf({ paymentMethod: SEPA })} isOwner />);
  expect(container.textContent).toBe(
    t("subscription.method.sepa", { last4: "3000" }) + t("subscription.method.change"),
  );
});

test("a missing payment method can be added once there is an account at the payment service", () => {
  const none = subscriptionOf({ paymentMethod: null });
  const { t, rerender } = show(<PaymentMethod subscription={none} isOwner />);
  expect(screen.getByText(t("subscription.method.none"))).toBeTruthy();
  expect(screen.getByRole("button", { name: t("subscription.method.add") })).toBeTruthy();
  rerender(<PaymentMethod subscription={{ ...none, hasAccount: false }} isOwner />);
  expect(screen.getByText(t("subscription.method.withOrder"))).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a person who is no owner sees the payment method but cannot change it", () => {
  const { t } = show(<PaymentMethod subscription={subscriptionOf({ paymentMethod: CARD })} isOwner={false} />);
  expect(screen.getByText(t("subscription.method.card", { brand: "Visa", last4: "4242" }))).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
