import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "@/test/screen";
import { NewPasswordField } from "./new-password-field";

const LEVELS = [
  ["a", "too_weak", "20"],
  ["aB", "weak", "40"],
  // Four kinds of characters, but too short to be more than fair.
  ["aB1!", "fair", "60"],
  ["lastschrift-12", "strong", "80"],
  ["Lastschrift-12!", "very_strong", "100"],
] as const;

test.each(["en", "de"] as const)(
  "the strength of a password is told while it is typed, also to those who listen (%s)",
  async (locale) => {
    const { t, user } = show(<NewPasswordField label="Password" />, locale);
    const field = screen.getByLabelText("Password");
    const meter = screen.getByRole("meter", { name: t("password.strength") });
    expect([meter.getAttribute("aria-valuenow"), meter.getAttribute("aria-valuetext")]).toEqual([
      "0",
      t("password.level.none"),
    ]);
    for (const [password, level, value] of LEVELS) {
      await user.clear(field);
      await user.type(field, password);
      const text = t(`password.level.${level}`);
      expect([meter.getAttribute("aria-valuenow"), meter.getAttribute("aria-valuetext")]).toEqual([value, text]);
      expect(screen.getByText(text).getAttribute("aria-live")).toBe("polite");
    }
  },
);

test("the field says what a password takes, and what was wrong with the one that was sent", () => {
  const { t } = show(<NewPasswordField label="Password" error="Password is weak" />);
  const field = screen.getByLabelText("Password");
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
  expect(described.map((one) => one?.textContent)).toEqual([t("password.hint"), "Password is weak"]);
  expect(field.getAttribute("aria-invalid")).toBe("true");
});
