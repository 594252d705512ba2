import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Refusal } from "@/components/action/use-action";
import { judgePasswordAction } from "@/lib/accounts/public/actions";
import { done, show } from "@/test/screen";
import { NewPasswordField } from "./new-password-field";

const LEVELS = [
  ["a", "too_weak", "20"],
  ["aB", "weak", "40"],
  // Four kinds of characters, but too short to be more than fair.
  ["aB1!", "fair", "60"],
  // Long and with three kinds of characters, but lacking a second special character.
  ["lastschrift-12", "fair", "60"],
  ["lastschrift-12!", "strong", "80"],
  ["Lastschrift-12!", "very_strong", "100"],
] as const;

test.each(["en", "de"] as const)(
  "the field shows the strength of a password during typing, also to screen readers (%s)",
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

test.each(["en", "de"] as const)("the field names what a password still lacks during typing (%s)", async (locale) => {
  const { t, user } = show(<NewPasswordField label="Password" />, locale);
  const field = screen.getByLabelText("Password");
  const and = locale === "en" ? " and " : " und ";
  await user.type(field, "Sommer-2026");
  expect(screen.getByText(t("password.lacks", { missing: t("password.lack.specials") }))).toBeTruthy();
  await user.clear(field);
  await user.type(field, "Sommer--2");
  const missing = [t("password.lack.length", { min: 10 }), t("password.lack.digits")].join(and);
  expect(screen.getByText(t("password.lacks", { missing })).getAttribute("aria-live")).toBe("polite");
  await user.type(field, "6");
  expect(screen.queryByText(t("password.lacks", { missing }))).toBeNull();
});

test("a password that the server refused is shown as weak with the reason until it changes", async () => {
  const { t, user, rerender } = show(<NewPasswordField label="Password" />);
  const field = screen.getByLabelText("Password");
  const meter = screen.getByRole("meter");
  await user.type(field, "Lindenhof-2026-!!");
  expect(meter.getAttribute("aria-valuetext")).toBe(t("password.level.very_strong"));
  const refusal: Refusal = { code: "password_weak", requestId: "req-4711", fields: [] };
  rerender(<NewPasswordField label="Password" error={t("password.problem.password_weak")} refusal={refusal} />);
  expect(screen.getByRole("alert").textContent).toBe("Password is weak");
  expect(meter.getAttribute("aria-valuetext")).toBe(t("password.level.weak"));
  expect(screen.getByText(t("password.common"))).toBeTruthy();
  await user.type(field, "-Kormoran");
  expect(screen.queryByText(t("password.common"))).toBeNull();
  expect(meter.getAttribute("aria-valuetext")).toBe(t("password.level.very_strong"));
});

test("a common password is shown as weak when its field is left, and checked only once", async () => {
  const judge = vi.mocked(judgePasswordAction);
  judge.mockResolvedValue(done({ isCommon: true }));
  const { t, user } = show(
    <form>
      <input name="companyName" defaultValue="Lindenhof" />
      <NewPasswordField label="Password" />
    </form>,
  );
  const field = screen.getByLabelText("Password");
  const level = () => screen.getByRole("meter").getAttribute("aria-valuetext");
  await user.type(field, "Sommer");
  await user.tab();
  expect(judge).not.toHaveBeenCalled();
  await user.type(field, "-2026-!!");
  expect(level()).toBe(t("password.level.very_strong"));
  await user.tab();
  expect(judge).toHaveBeenCalledExactlyOnceWith({ password: "Sommer-2026-!!", about: ["Lindenhof"] });
  expect([level(), screen.queryByText(t("password.common")) !== null]).toEqual([t("password.level.weak"), true]);
  await user.click(field);
  await user.tab();
  expect(judge).toHaveBeenCalledTimes(1);
  judge.mockResolvedValue(done({ isCommon: false }));
  await user.type(field, "-Kormoran");
  await user.tab();
  expect([level(), screen.queryByText(t("password.common"))]).toEqual([t("password.level.very_strong"), null]);
});

test("the field shows the requirements, and what was wrong with the password that was sent", () => {
  const { t } = show(<NewPasswordField label="Password" error="Password is weak" />);
  const field = screen.getByLabelText("Password");
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
  expect(described.map((one) => one?.textContent)).toEqual([t("password.hint"), "Password is weak"]);
  expect(field.getAttribute("aria-invalid")).toBe("true");
});
