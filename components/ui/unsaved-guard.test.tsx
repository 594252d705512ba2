import { screen } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CollectingForm } from "@/components/settings/collecting-form";
import { WordingForm } from "@/components/settings/wording-form";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { saveCollectingAction } from "@/lib/customers/actions";
import { router } from "@/test/navigation";
import { done, refused, show, stubWayOut } from "@/test/screen";
import { UnsavedGuard } from "./unsaved-guard";

const SETTINGS = { daysEarlier: 0, maxOverdueDays: 60, requestsMandates: true, payerLanguage: "de" } as const;

function open(locale: "en" | "de" = "en") {
  const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  const shown = show(
    <>
      <CollectingForm settings={SETTINGS} languageHint="" />
      <WordingForm wording={null} companyName="Lindenhof" />
      <a href="/app/invoices?filter=open">Invoices</a>
      <SignOutButton />
      <UnsavedGuard />
    </>,
    locale,
  );
  screen.getByRole("link").addEventListener("click", followed);
  const { t, user } = shown;
  return {
    ...shown,
    followed,
    follow: () => user.click(screen.getByRole("link", { name: "Invoices" })),
    days: screen.getByLabelText<HTMLInputElement>(t("settings.collecting.maxOverdueDays")),
    question: () => screen.findByRole("alertdialog", { name: t("client.unsaved.title") }),
    closesAsked: () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })),
  };
}

describe.each(["en", "de"] as const)("a page with unsaved edits, in %s", (locale) => {
  test("asks before it is left, and staying keeps what was typed", async () => {
    const { t, user, days, follow, followed, question, closesAsked } = open(locale);
    await user.clear(days);
    await user.type(days, "90");
    expect(closesAsked()).toBe(true);
    await follow();
    await question();
    expect(followed).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: t("client.unsaved.stay") }));
    expect([days.value, router.push.mock.calls]).toEqual(["90", []]);
    await follow();
    await question();
    await user.click(screen.getByRole("button", { name: t("client.unsaved.leave") }));
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/invoices?filter=open");
    expect(closesAsked()).toBe(false);
  });

  test("does not ask when nothing was changed, or all changes were reverted", async () => {
    const { user, days, follow, followed, closesAsked } = open(locale);
    await follow();
    await user.clear(days);
    await user.type(days, "60");
    await follow();
    expect(followed).toHaveBeenCalledTimes(2);
    expect(closesAsked()).toBe(false);
  });
});

test("the guard stops asking after a save, but not after a refused one", async () => {
  vi.mocked(saveCollectingAction).mockResolvedValueOnce(refused("internal")).mockResolvedValueOnce(done(undefined));
  const { t, user, days, closesAsked } = open();
  const [save] = screen.getAllByRole("button", { name: t("settings.collecting.save") });
  await user.clear(days);
  await user.type(days, "90");
  if (save) await user.click(save);
  expect(closesAsked()).toBe(true);
  if (save) await user.click(save);
  expect(closesAsked()).toBe(false);
  await user.type(days, "1");
  expect(closesAsked()).toBe(true);
});

test("signing out first asks about unsaved edits, while these can still be saved", async () => {
  const assign = stubWayOut();
  const called = vi.fn(async () => Response.json({ csrfToken: "t" }));
  vi.stubGlobal("fetch", called);
  const { t, user, days, question } = open();
  const signOut = () => user.click(screen.getByRole("button", { name: t("shell.signOut") }));
  await user.type(days, "1");
  await signOut();
  await question();
  await user.click(screen.getByRole("button", { name: t("client.unsaved.stay") }));
  expect(called).not.toHaveBeenCalled();
  await signOut();
  await question();
  await user.click(screen.getByRole("button", { name: t("client.unsaved.leave") }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/login"));
});

test("the guard also asks about text that a form manages on its own", async () => {
  const { t, user, closesAsked, unmount } = open();
  await user.type(screen.getByLabelText(t("settings.wording.label")), "Danke");
  expect(closesAsked()).toBe(true);
  unmount();
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
});

describe("going back, in a browser that can intercept it,", () => {
  function steppingBack(to: string) {
    const history = Object.assign(new EventTarget(), { traverseTo: vi.fn<(key: string) => void>() });
    vi.stubGlobal("navigation", history);
    const { user, t, question } = open();
    const back = document.body.appendChild(document.createElement("button"));
    onTestFinished(() => back.remove());
    const step = async (isCancelable = true) => {
      const event = new Event("navigate", { cancelable: isCancelable });
      const destination = { key: "before", url: new URL(to, window.location.href).href };
      Object.assign(event, { navigationType: "traverse", destination });
      back.addEventListener("click", () => history.dispatchEvent(event), { once: true });
      await user.click(back);
      return event.defaultPrevented;
    };
    return { history, user, t, question, step };
  }

  test("asks first, and happens once the person chooses to leave", async () => {
    const { history, user, t, question, step } = steppingBack("/app");
    expect(await step()).toBe(false);
    await user.type(screen.getByLabelText(t("settings.wording.label")), "Danke");
    expect(await step()).toBe(true);
    await question();
    expect(history.traverseTo).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: t("client.unsaved.leave") }));
    expect(history.traverseTo).toHaveBeenCalledExactlyOnceWith("before");
    expect(await step()).toBe(false);
  });

  test.each([
    ["on the same page", "?step=2", true],
    ["where the browser does not let it", "/app", false],
  ])("does not ask %s", async (_case, to, isCancelable) => {
    const { user, t, step } = steppingBack(to);
    await user.type(screen.getByLabelText(t("settings.wording.label")), "Danke");
    expect(await step(isCancelable)).toBe(false);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
