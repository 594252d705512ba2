import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { hear, show } from "@/test/screen";
import { ConsentAgain } from "./consent-again";
import { LanguageSwitch } from "./language-switch";
import { chooseLocaleAction, forgetConsentAction } from "./preferences";

const outdated = Object.assign(new Error("Server Action was not found on the server."), {
  name: "UnrecognizedActionError",
});

/** Opens a page with a half-filled field and the choices that every page has. */
function open(locale: "en" | "de" = "en") {
  const said = hear();
  const shown = show(
    <>
      <input aria-label="Company" />
      <LanguageSwitch />
      <ConsentAgain />
    </>,
    locale,
  );
  return { ...shown, said };
}

describe.each([
  ["language", chooseLocaleAction, "DE, Deutsch"],
  ["answer about cookies", forgetConsentAction, "Cookie settings"],
] as const)("a choice of the %s", (_what, action, name) => {
  test.each([
    ["a new version no longer knows", outdated, "client.fault.outdated"],
    ["no network carries", new TypeError("Failed to fetch"), "errors.unavailable"],
  ] as const)("that %s keeps the page with the text typed on it", async (_why, error, text) => {
    vi.mocked(action).mockRejectedValue(error);
    const { user, said, t } = open();
    await user.type(screen.getByLabelText("Company"), "Lindenhof");
    await user.click(screen.getByRole("button", { name }));
    await vi.waitFor(() => expect(said).toHaveBeenCalledExactlyOnceWith(t(text), undefined, "refusal"));
    expect(screen.getByLabelText<HTMLInputElement>("Company").value).toBe("Lindenhof");
  });

  test("calls its server action", async () => {
    vi.mocked(action).mockResolvedValue(undefined);
    const { user, said } = open();
    await user.click(screen.getByRole("button", { name }));
    expect(action).toHaveBeenCalledTimes(1);
    expect(said).not.toHaveBeenCalled();
  });
});
