import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "@/test/screen";
import { FirstSteps } from "./first-steps";

test.each(["en", "de"] as const)("a newcomer reads what is still missing before the first debit (%s)", (locale) => {
  const { t, rerender } = show(<FirstSteps missing="condition" integration="LEXOFFICE" />, locale);
  const section = screen.getByRole("region", { name: t("dashboard.first.title") });
  expect(section.textContent).toContain(t("dashboard.first.chooseCondition.condition"));
  rerender(<FirstSteps missing="invoice" integration="LEXOFFICE" />);
  expect(section.textContent).toContain(t("dashboard.first.writeInvoice.condition"));
  // Where documents have a payment method instead of a condition, it is called so.
  rerender(<FirstSteps missing="condition" integration="SEVDESK" />);
  expect(section.textContent).toContain(t("dashboard.first.chooseCondition.method"));
  rerender(<FirstSteps missing="list" integration="DATEV" />);
  expect(section.textContent).toContain(t("dashboard.first.handInList", { vendor: "DATEV" }));
});
