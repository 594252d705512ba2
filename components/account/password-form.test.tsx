import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { changePasswordAction } from "@/lib/accounts/actions";
import { judgePasswordAction } from "@/lib/accounts/public/actions";
import { done, hear, refused, show } from "@/test/screen";
import { PasswordForm } from "./password-form";

const [OLD, NEW] = ["Kormoran-42-Wind!!", "Silberreiher-77-Moor!!"];
const errorOf = (field: HTMLElement) => document.getElementById(`${field.id}-error`)?.textContent;

test("a new password requires the present one, and nothing typed stays in the form afterwards", async () => {
  vi.mocked(judgePasswordAction).mockResolvedValue(done({ isCommon: false }));
  const { t, user } = show(<PasswordForm email="frieda@werkstatt.example" />);
  const fields = () =>
    [t("account.password.current"), t("password.new"), t("password.again")].map((name) =>
      screen.getByLabelText<HTMLInputElement>(name),
    ) as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
  const save = () => user.click(screen.getByRole("button", { name: t("account.password.submit") }));

  await save();
  expect(fields().map(errorOf)).toEqual(Array(3).fill(t("password.problem.enterPassword")));
  expect(document.activeElement).toBe(fields()[0]);
  expect(changePasswordAction).not.toHaveBeenCalled();

  for (const [i, text] of [`${OLD}x`, NEW, NEW].entries()) await user.type(fields()[i] as HTMLElement, text);
  vi.mocked(changePasswordAction).mockResolvedValueOnce(refused("wrong_credentials"));
  await save();
  expect(errorOf(fields()[0])).toBe(t("account.password.wrong"));

  const said = hear();
  vi.mocked(changePasswordAction).mockResolvedValueOnce(done(undefined));
  await save();
  expect(changePasswordAction).toHaveBeenLastCalledWith({ current: `${OLD}x`, next: NEW });
  expect(said).toHaveBeenCalledWith(t("account.password.changed"));
  expect(fields().map(({ value }) => value)).toEqual(["", "", ""]);
});
