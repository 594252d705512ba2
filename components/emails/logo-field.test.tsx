import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import { UpgradeProvider } from "@/components/subscription/upgrade";
import type { Locale } from "@/lib/core/locales";
import { deleteLogoAction } from "@/lib/templates/actions";
import { done, hear, show } from "@/test/screen";
import { viewOf, WITH_INVOICE } from "@/test/template-editor";
import { LogoField } from "./logo-field";

const PNG = new File(["picture"], "logo.png", { type: "image/png" });
const LOGO = { width: 240, height: 60 };

function open({ hasLogo = false, isPremium = true, isLocked = false, locale = "en" as Locale } = {}) {
  const onStored = vi.fn<(logo: typeof LOGO | null, everywhere: boolean) => void>();
  const said = hear();
  const fetched = vi.fn<(url: string, init: { method: string; body: FormData }) => Promise<Response>>();
  vi.stubGlobal("fetch", fetched);
  const shown = show(
    <UpgradeProvider mayOrder>
      <MayChangeProvider isPremium={isPremium} isLocked={isLocked}>
        <LogoField customerId="cus_1" address={WITH_INVOICE} hasLogo={hasLogo} onStored={onStored} />
      </MayChangeProvider>
    </UpgradeProvider>,
    locale,
  );
  // A browser lets a person choose any file, whatever types the field accepts.
  const person = userEvent.setup({ applyAccept: false });
  const choose = async (file: File) => {
    const input = shown.container.querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("there is no field for a file");
    await person.upload(input, file);
  };
  return { ...shown, choose, fetched, onStored, said };
}

describe.each(["en", "de"] as const)("the logo of a mail in %s", (locale) => {
  test("is refused before the upload if the file is no supported image or is too large", async () => {
    const { t, choose, fetched } = open({ locale });
    await choose(new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" }));
    expect(screen.getByRole("alert").textContent).toBe(t("emails.logo.wrongType"));
    await choose(new File([new Uint8Array(2_000_001)], "logo.png", { type: "image/png" }));
    expect(screen.getByRole("alert").textContent).toBe(t("emails.logo.tooLarge"));
    expect(fetched).not.toHaveBeenCalled();
  });

  test("is uploaded at once for all four mails, and a message confirms that", async () => {
    const { t, choose, fetched, onStored, said } = open({ locale });
    fetched.mockResolvedValue(Response.json(viewOf(WITH_INVOICE, { logo: LOGO })));
    await choose(PNG);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("/api/v1/customers/cus_1/email-templates/with-invoice/de/logo");
    expect(init?.method).toBe("POST");
    expect(init?.body.get("logo")).toBe(PNG);
    expect(init?.body.get("everywhere")).toBe("true");
    expect(said).toHaveBeenCalledExactlyOnceWith(t("emails.logo.savedEverywhere"));
    expect(onStored).toHaveBeenCalledExactlyOnceWith(LOGO, true);
  });
});

describe("the logo of a mail", () => {
  test("is uploaded for this mail alone when the box for all mails is cleared", async () => {
    const { t, user, choose, fetched, onStored, said } = open();
    fetched.mockResolvedValue(Response.json(viewOf(WITH_INVOICE, { logo: LOGO })));
    await user.click(screen.getByRole("checkbox", { name: t("emails.logo.everywhere") }));
    await choose(PNG);
    expect(fetched.mock.calls[0]?.[1].body.get("everywhere")).toBe("false");
    expect(said).toHaveBeenCalledExactlyOnceWith(t("emails.logo.saved"));
    expect(onStored).toHaveBeenCalledExactlyOnceWith(LOGO, false);
  });

  test("is refused by the server if the file only claims to be an image, and the refusal is shown", async () => {
    const { t, choose, fetched, onStored } = open();
    fetched.mockResolvedValue(Response.json({ errorCode: "logo_invalid", requestId: "req-1" }, { status: 422 }));
    await choose(PNG);
    expect((await screen.findByRole("alert")).textContent).toContain(t("errors.logo_invalid"));
    expect(onStored).not.toHaveBeenCalled();
  });

  test("can be removed from this mail", async () => {
    vi.mocked(deleteLogoAction).mockResolvedValue(done(viewOf(WITH_INVOICE)));
    const { t, user, onStored, said } = open({ hasLogo: true });
    expect(screen.getByRole("button", { name: t("emails.logo.replace") })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t("emails.logo.remove") }));
    expect(deleteLogoAction).toHaveBeenCalledExactlyOnceWith({ address: WITH_INVOICE });
    expect(said).toHaveBeenCalledExactlyOnceWith(t("emails.logo.removed"));
    expect(onStored).toHaveBeenCalledExactlyOnceWith(null, false);
  });

  test("is presented as a part of Premium to a supplier without it", async () => {
    const { t, user } = open({ isPremium: false });
    await user.click(screen.getByRole("button", { name: t("emails.logo.choose") }));
    const dialog = await screen.findByRole("alertdialog", { name: t("client.upgrade.title") });
    expect(within(dialog).getByText(t("client.upgrade.features.template"))).toBeTruthy();
  });

  test("can be removed, but not added, while the contract is locked", () => {
    const { t } = open({ hasLogo: true, isLocked: true });
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([t("emails.logo.remove")]);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  test("takes no place on the page while the contract is locked and there is no logo", () => {
    const { container } = open({ isLocked: true });
    expect(container.textContent).toBe("");
  });
});
