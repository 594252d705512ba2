import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "@/test/screen";
import { FirstSteps } from "./first-steps";

test.each(["en", "de"] as const)("a new supplier reads what the first direct debit still needs (%s)", (locale) => {
  const { t, rerender } = show(<FirstSteps missing="condition" integration="LEXOFFICE" />, locale);
  const section = screen.getByRole("region", { name: t("dashboard.first.title") });
  expect(section.textContent).toContain(t("dashboard.first.chooseCondition.condition"));
  rerender(<FirstSteps missing="invoice" integration="LEXOFFICE" />);
  expect(section.textContent).toContain(t("dashboard.first.writeInvoice.condition"));
  // sevdesk has a payment method instead of a payment condition, and the text uses that term.
  rerender(<FirstSteps missing="condition" integration="SEVDESK" />);
  expect(section.textContent).toContain(t("dashboard.first.chooseCondition.method"));
  rerender(<FirstSteps missing="list" integration="DATEV" />);
  expect(section.textContent).toContain(t("dashboard.first.handInList", { vendor: "DATEV" }));
  // E-invoices state themselves how they are paid, so no condition has to be chosen first.
  rerender(<FirstSteps missing="condition" integration="EINVOICE" />);
  expect(section.textContent).toContain(t("dashboard.first.uploadInvoices"));
});
