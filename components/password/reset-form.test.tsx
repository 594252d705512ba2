import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { judgePasswordAction, resetPasswordAction } from "@/lib/accounts/public/actions";
import { done, refused, show } from "@/test/screen";
import { ResetForm } from "./reset-form";

const GOOD = "Kormoran-42-Wind!!";

function open(locale: "en" | "de") {
  vi.mocked(judgePasswordAction).mockResolvedValue(done({ isCommon: false }));
  const shown = show(<ResetForm token="x" />, locale);
  const { t, user } = shown;
  const fields = {
    password: screen.getByLabelText(t("password.new")),
    again: screen.getByLabelText(t("password.again")),
  };
  return {
    ...shown,
    ...fields,
    save: async (password: string, again: string) => {
      for (const [field, text] of [
        [fields.password, password],
        [fields.again, again],
      ] as const) {
        await user.clear(field);
        if (text) await user.type(field, text);
      }
      await user.click(screen.getByRole("button", { name: t("password.save") }));
    },
  };
}

const errorOf = (field: HTMLElement) => document.getElementById(`${field.id}-error`)?.textContent;

describe.each(["en", "de"] as const)("setting a new password from a link in %s", (locale) => {
  test.each([
    ["", "", "enterPassword", "enterPassword", "password"],
    [GOOD, "", undefined, "enterPassword", "again"],
    ["", GOOD, "enterPassword", "noMatch", "password"],
    ["Kurz-12!", "Kurz-12!", "password_short", undefined, "password"],
    ["Kormoran-4242", "Kormoran-4242", "password_weak", undefined, "password"],
    [GOOD, `${GOOD}x`, undefined, "noMatch", "again"],
  ] as const)("%j and %j: shows each message at its field, and focuses the first wrong field", async (...given) => {
    const [first, second, problem, problemAgain, focused] = given;
    const { t, password, again, save } = open(locale);
    await save(first, second);
    expect(errorOf(password)).toBe(problem && t(`password.problem.${problem}`));
    expect(errorOf(again)).toBe(problemAgain && t(`password.problem.${problemAgain}`));
    expect(document.activeElement?.id).toBe(focused);
    expect(resetPasswordAction).not.toHaveBeenCalled();
  });

  test("shows a refusal by the server at the password, and clears it at the next check", async () => {
    const { t, password, again, save } = open(locale);
    for (const code of ["password_weak", "password_short"] as const) {
      vi.mocked(resetPasswordAction).mockResolvedValueOnce(refused(code));
      await save(GOOD, GOOD);
      expect(errorOf(password)).toBe(t(`password.problem.${code}`));
      expect(screen.getAllByRole("alert")).toHaveLength(1);
    }
    await save(GOOD, `${GOOD}x`);
    expect(errorOf(password)).toBeUndefined();
    expect(errorOf(again)).toBe(t("password.problem.noMatch"));
  });
});
