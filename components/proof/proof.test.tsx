import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { ActionButton } from "@/components/action/action-button";
import { proofWaysAction, proveByPasswordAction } from "@/lib/accounts/sign-in/proof-actions";
import type { Locale } from "@/lib/core/locales";
import type { ActionResult } from "@/lib/core/web/action-result";
import { router } from "@/test/navigation";
import { done, refused, show, stubWayOut } from "@/test/screen";
import { ProofProvider } from "./proof";

/**
 * Presses a button whose first call is refused with `proof_required`, and waits for the dialog that asks for the proof.
 */
async function openDialog({ hasPasskey = false, locale = "en" as Locale } = {}) {
  const action = vi.fn<() => Promise<ActionResult<void>>>();
  action.mockResolvedValueOnce(refused("proof_required")).mockResolvedValue(done(undefined));
  vi.mocked(proofWaysAction).mockResolvedValue(done({ email: "ina@lindenhof.example", hasPasskey }));
  const shown = show(
    <ProofProvider>
      <ActionButton action={action}>Change the IBAN</ActionButton>
    </ProofProvider>,
    locale,
  );
  const { t, user } = shown;
  await user.click(screen.getByRole("button", { name: "Change the IBAN" }));
  const dialog = await screen.findByRole("dialog", { name: t("client.proof.title") });
  return {
    ...shown,
    action,
    dialog: within(dialog),
    confirm: () => user.click(within(dialog).getByRole("button", { name: t("client.proof.confirm") })),
    type: (field: "password" | "code", text: string) =>
      user.type(within(dialog).getByLabelText(t(`client.proof.${field}`)), text),
  };
}

describe.each(["en", "de"] as const)("the dialog that asks for proof of identity in %s", (locale) => {
  test("repeats the action after the right password", async () => {
    vi.mocked(proveByPasswordAction).mockResolvedValue(done(undefined));
    const { t, action, dialog, confirm, type } = await openDialog({ locale });
    expect(dialog.getByText(t("client.proof.text"))).toBeTruthy();
    expect(action).toHaveBeenCalledTimes(1);
    await type("password", "Lastschrift-2026-!!");
    await confirm();
    expect(proveByPasswordAction).toHaveBeenCalledExactlyOnceWith({
      password: "Lastschrift-2026-!!",
      twoFactorCode: undefined,
    });
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(router.refresh).toHaveBeenCalledTimes(1);
  });

  test("reports an empty and a wrong password at the field, and does not repeat the action", async () => {
    vi.mocked(proveByPasswordAction).mockResolvedValue(refused("wrong_credentials"));
    const { t, action, dialog, confirm, type } = await openDialog({ locale });
    await confirm();
    expect(dialog.getByRole("alert").textContent).toBe(t("login.problem.password"));
    expect(proveByPasswordAction).not.toHaveBeenCalled();
    await type("password", "wrong");
    await confirm();
    expect(dialog.getByRole("alert").textContent).toBe(t("client.proof.wrong"));
    const field = dialog.getByLabelText(t("client.proof.password"));
    expect(field.getAttribute("aria-describedby")).toBe(dialog.getByRole("alert").id);
    expect(action).toHaveBeenCalledTimes(1);
  });

  test("asks for the second factor if the account has one, and reports a wrong code at its field", async () => {
    vi.mocked(proveByPasswordAction)
      .mockResolvedValueOnce(refused("two_factor_required"))
      .mockResolvedValueOnce(refused("two_factor_code_wrong"))
      .mockResolvedValueOnce(done(undefined));
    const { t, user, action, dialog, confirm, type } = await openDialog({ locale });
    expect(dialog.queryByLabelText(t("client.proof.code"))).toBeNull();
    await type("password", "Lastschrift-2026-!!");
    await confirm();
    const code = dialog.getByLabelText(t("client.proof.code"));
    expect(document.activeElement).toBe(code);
    await confirm();
    expect(dialog.getByRole("alert").textContent).toBe(t("login.problem.code"));
    expect(proveByPasswordAction).toHaveBeenCalledTimes(1);
    await type("code", "000000");
    await confirm();
    expect(dialog.getByRole("alert").textContent).toBe(t("errors.two_factor_code_wrong"));
    await user.clear(code);
    await type("code", " 123456 ");
    await confirm();
    expect(proveByPasswordAction).toHaveBeenLastCalledWith({
      password: "Lastschrift-2026-!!",
      twoFactorCode: "123456",
    });
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
  });
});

describe("the dialog that asks for proof of identity", () => {
  test("changes nothing when it is closed", async () => {
    const { t, user, action, dialog } = await openDialog();
    await user.click(dialog.getByRole("button", { name: t("client.proof.cancel") }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(action).toHaveBeenCalledTimes(1);
  });

  test("offers a passkey to a person who has one, and reports a browser without passkeys", async () => {
    const { t, user, dialog, action } = await openDialog({ hasPasskey: true });
    await user.click(dialog.getByRole("button", { name: t("client.proof.passkey") }));
    expect((await dialog.findByRole("alert")).textContent).toBe(t("client.proof.passkeyProblem.unsupported"));
    expect(action).toHaveBeenCalledTimes(1);
  });

  test("offers no passkey to a person who has none", async () => {
    const { t, dialog } = await openDialog();
    expect(dialog.queryByRole("button", { name: t("client.proof.passkey") })).toBeNull();
  });

  test("shows an error when no server answers, and allows another try", async () => {
    vi.mocked(proveByPasswordAction).mockRejectedValueOnce(new TypeError("network"));
    const { t, action, dialog, confirm, type } = await openDialog();
    await type("password", "Lastschrift-2026-!!");
    await confirm();
    expect(dialog.getByRole("alert").textContent).toBe(t("errors.unavailable"));
    vi.mocked(proveByPasswordAction).mockResolvedValueOnce(done(undefined));
    await confirm();
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
  });

  test("opens the sign-in page when the session is over", async () => {
    const assign = stubWayOut();
    vi.mocked(proveByPasswordAction).mockResolvedValue(refused("unauthenticated"));
    const { action, confirm, type } = await openDialog();
    await type("password", "Lastschrift-2026-!!");
    await confirm();
    expect(assign).toHaveBeenCalledExactlyOnceWith("/login");
    expect(action).toHaveBeenCalledTimes(1);
  });
});
