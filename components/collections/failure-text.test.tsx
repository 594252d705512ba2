import { expect, test } from "vitest";
import { readText, show } from "@/test/screen";
import { FailureText } from "./failure-text";

test.each(["en", "de"] as const)(
  "a bank's reason is explained in plain words with the bank's code, without the provider's cause (%s)",
  (locale) => {
    const { t, container } = show(<FailureText code="AM04" cause="insufficient_funds" />, locale);
    expect(readText(container)).toBe(`${t("failureCodes.AM04.title")} (AM04)${t("failureCodes.AM04.todo")}`);
  },
);

test.each(["en", "de"] as const)(
  "an unknown bank code is explained by the cause that GoCardless gives (%s)",
  (locale) => {
    const { t, container } = show(<FailureText code="XY99" cause="insufficient_funds" />, locale);
    expect(readText(container)).toContain(t("failureCodes.insufficient_funds.title"));
    expect(readText(container)).not.toContain("insufficient_funds");
  },
);

test.each(["en", "de"] as const)("for an unknown code and cause, the provider's own text is shown (%s)", (locale) => {
  const { t, container } = show(<FailureText cause="something_new" text="The bank said no." />, locale);
  expect(readText(container)).toContain(t("failureCodes.unknown.title"));
  expect(readText(container)).toContain("The bank said no.");
  expect(readText(container)).not.toContain("something_new");
});
