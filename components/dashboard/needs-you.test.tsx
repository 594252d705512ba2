import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Locale } from "@/lib/core/locales";
import { dismissNoticesAction } from "@/lib/notices/actions";
import { router } from "@/test/navigation";
import { done, readText, refused, show, startingWith } from "@/test/screen";
import { NeedsYou } from "./needs-you";
import type { Task } from "./tasks";

const FAILED: Task = {
  key: "collection_failed-",
  tone: "bad",
  text: "collection_failed",
  href: "/app/invoices/inv_1",
  count: 1,
  number: "RE-1",
  sumCents: 11_900,
  dismissible: { kind: "collection_failed", until: "2026-12-15T10:00:00.000Z" },
};
const LOST: Task = {
  key: "revoked-LEXOFFICE",
  tone: "bad",
  text: "connection_lost",
  href: "/app/connections",
  count: 1,
  vendor: "Lexware Office",
  since: "2026-12-14T23:01:00.000Z",
};

const open = (tasks: Task[], locale: Locale = "en", openReturns = 0) =>
  show(<NeedsYou tasks={tasks} openReturns={openReturns} />, locale);

describe.each(["en", "de"] as const)("what needs the supplier in %s", (locale) => {
  test("is said to be nothing when there is nothing", () => {
    const { t } = open([], locale);
    expect(screen.getByRole("region", { name: t("dashboard.needsYou") }).textContent).toContain(
      t("dashboard.nothingToDo"),
    );
    expect(screen.queryByRole("list")).toBeNull();
  });

  test("is not said to be nothing while the navigation counts debits that came back", () => {
    const { t } = open([], locale, 2);
    const region = screen.getByRole("region", { name: t("dashboard.needsYou") });
    expect(region.querySelector(".text-good"), "the tick of a day without tasks").toBeNull();
    const text = region.textContent;
    expect(text).not.toContain(t("dashboard.nothingToDo"));
    expect(text).toContain(
      locale === "en"
        ? "2 returned debits are still open. Nothing else needs you."
        : "2 Rücklastschriften sind noch offen. Sonst ist nichts zu tun.",
    );
    expect(screen.getByRole("link").getAttribute("href")).toBe("/app/returns");
  });

  test("says of each task what it is about, what helps, what it comes to and where it leads", () => {
    const { t } = open([FAILED, LOST], locale);
    const [failed, lost] = screen.getAllByRole("listitem").map((item) => within(item));
    const values = { count: 1, number: "RE-1", vendor: "", name: "", since: "" };
    expect(failed?.getAllByText(t("notices.collection_failed.title", values))[0]?.tagName).toBe("P");
    expect(failed?.getByText(t("notices.collection_failed.help"))).toBeTruthy();
    expect(readText(screen.getAllByRole("listitem")[0] ?? document.body)).toContain(
      locale === "en" ? "€119.00" : "119,00 €",
    );
    expect(failed?.getByRole("link", { name: t("notices.collection_failed.action") }).getAttribute("href")).toBe(
      "/app/invoices/inv_1",
    );
    // A minute past midnight in Germany, whatever the clock of the server says.
    expect(screen.getAllByRole("listitem")[1]?.textContent).toMatch(
      locale === "en" ? /Lexware Office.*15 Dec/ : /Lexware Office.*15\.12\./,
    );
    expect(lost?.getByRole("link", { name: t("notices.connection_lost.action") })).toBeTruthy();
  });
});

describe("what needs the supplier", () => {
  test("can be dismissed only where a notice stands behind it, up to the newest one that was shown", async () => {
    vi.mocked(dismissNoticesAction).mockResolvedValue(done(undefined));
    const { user, t } = open([FAILED, LOST]);
    const name = `${t("dashboard.dismiss")} Debit for RE-1 failed`;
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([name]);
    await user.click(screen.getByRole("button", { name: startingWith(t("dashboard.dismiss")) }));
    expect(dismissNoticesAction).toHaveBeenCalledExactlyOnceWith(FAILED.dismissible);
    expect(router.refresh).toHaveBeenCalledTimes(1);
  });

  test("stays in the list when dismissing it was refused, and says why", async () => {
    vi.mocked(dismissNoticesAction).mockResolvedValue(refused("internal"));
    const { user, t } = open([FAILED]);
    await user.click(screen.getByRole("button"));
    expect(screen.getByRole("alert").textContent).toContain(t("errors.internal"));
    expect(router.refresh).not.toHaveBeenCalled();
  });

  test("names how many there are of one kind instead of a number", () => {
    open([{ ...FAILED, count: 3 }]);
    expect(screen.getByRole("listitem").textContent).toContain("3 debits failed");
  });
});
