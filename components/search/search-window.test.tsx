import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Locale } from "@/lib/core/locales";
import type { FoundGroups } from "@/lib/search/types";
import { router } from "@/test/navigation";
import { readText, show } from "@/test/screen";
import { SearchButton } from "./search-button";
import { SearchWindow } from "./search-window";

const NOTHING: FoundGroups = { payers: [], invoices: [], payouts: [], mandates: [], settings: [], help: [] };
const FOUND: FoundGroups = {
  ...NOTHING,
  payers: [{ href: "/app/contacts/con_1", title: "Café Zürn", detail: "Leipzig" }],
  invoices: [{ href: "/app/invoices/inv_1", title: "RE-1047", amountCents: 29_750, currency: "EUR" }],
};

const server = vi.fn<(address: string) => Promise<Response>>();
const answer = (found: FoundGroups) => Response.json(found);

beforeEach(() => {
  vi.stubGlobal("fetch", server);
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

function open(locale: Locale = "en") {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const shown = show(<SearchWindow open onOpenChange={onOpenChange} />, locale);
  const field = screen.getByRole("combobox", { name: shown.t("shell.search.title") });
  const current = () => screen.queryByRole("option", { selected: true })?.textContent;
  return { ...shown, field, current, onOpenChange, status: () => readText(screen.getByRole("status")) };
}

describe("the search window", () => {
  test("shows results in groups, and the arrows and Enter open one", async () => {
    server.mockImplementation(async () => answer(FOUND));
    const { user, field, t, current, onOpenChange } = open();
    await user.type(field, "zürn");
    const payers = await screen.findByRole("group", { name: t("shell.search.kinds.payers") });
    expect(readText(within(payers).getByRole("option"))).toBe("Café ZürnLeipzig");
    expect(server).toHaveBeenLastCalledWith("/app/search?query=z%C3%BCrn", expect.anything());
    expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
    expect(current()).toContain("Café Zürn");
    await user.keyboard("{ArrowDown}");
    expect(current()).toContain("RE-1047");
    expect(current()).toContain("€297.50");
    // From the last result the arrow leads to the first one.
    await user.keyboard("{ArrowDown}");
    expect(current()).toContain("Café Zürn");
    await user.keyboard("{ArrowUp}{Enter}");
    expect(router.push).toHaveBeenLastCalledWith("/app/invoices/inv_1");
    expect(onOpenChange).toHaveBeenLastCalledWith(false);
  });

  test("opens a result on a click, and closes on Escape", async () => {
    server.mockImplementation(async () => answer(FOUND));
    const { user, field, onOpenChange } = open();
    await user.type(field, "zürn");
    await user.click(await screen.findByText("Café Zürn"));
    expect(router.push).toHaveBeenLastCalledWith("/app/contacts/con_1");
    await user.keyboard("{Escape}");
    expect(onOpenChange).toHaveBeenLastCalledWith(false);
  });

  test.each(["en", "de"] as const)("says what can be found, and that nothing fits (%s)", async (locale) => {
    server.mockImplementation(async () => answer(NOTHING));
    const { user, field, t, status } = open(locale);
    expect(status()).toBe(t("shell.search.empty"));
    await user.type(field, "xyz");
    await waitFor(() => expect(status()).toBe(t("shell.search.none", { query: "xyz" })));
  });

  test("says that the search failed, and finds again with the next letter", async () => {
    server.mockImplementationOnce(async () => new Response("", { status: 503 }));
    const { user, field, t, status } = open();
    await user.type(field, "z");
    await waitFor(() => expect(status()).toBe(t("shell.search.failed")));
    server.mockImplementation(async () => answer(FOUND));
    await user.type(field, "ü");
    await waitFor(() => expect(status()).toBe(t("shell.search.found", { count: 2 })));
  });

  test("Enter does not open a result of an earlier query", async () => {
    server.mockImplementation(async () => answer(FOUND));
    const { user, field, t, status } = open();
    await user.type(field, "zürn");
    await waitFor(() => expect(status()).toBe(t("shell.search.found", { count: 2 })));
    server.mockImplementation(() => new Promise(() => undefined));
    router.push.mockClear();
    await user.type(field, "x{Enter}");
    expect(router.push).not.toHaveBeenCalled();
  });
});

describe("the search opens", () => {
  const dialog = () => screen.queryByRole("dialog");

  test.each(["{Control>}k{/Control}", "{Meta>}k{/Meta}", "/"])("by %s", async (keys) => {
    const { user } = show(<SearchButton />);
    await user.keyboard(keys);
    await waitFor(() => expect(dialog()).not.toBeNull());
  });

  test("by its button", async () => {
    const { user, t } = show(<SearchButton />);
    await user.click(screen.getByRole("button", { name: new RegExp(`^${t("shell.search.short")}`) }));
    await waitFor(() => expect(dialog()).not.toBeNull());
  });

  test("not by a slash that belongs to a text", async () => {
    const { user } = show(
      <>
        <SearchButton />
        <input aria-label="note" />
      </>,
    );
    await user.type(screen.getByLabelText("note"), "a/b");
    expect(screen.getByLabelText<HTMLInputElement>("note").value).toBe("a/b");
    expect(dialog()).toBeNull();
  });
});
