import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Locale } from "@/lib/core/locales";
import { dismissNoticesAction } from "@/lib/notifications/actions";
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

describe.each(["en", "de"] as const)("the tasks of the dashboard in %s", (locale) => {
  test("are replaced by a message when there are none", () => {
    const { t } = open([], locale);
    expect(screen.getByRole("region", { name: t("dashboard.needsYou") }).textContent).toContain(
      t("dashboard.nothingToDo"),
    );
    expect(screen.queryByRole("list")).toBeNull();
  });

  test("get no all-clear while the navigation counts open returns", () => {
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

  test("are followed by open returns that are no task", () => {
    const { t } = open([LOST], locale, 1);
    const region = screen.getByRole("region", { name: t("dashboard.needsYou") });
    expect(region.textContent).toContain(
      locale === "en" ? "One returned debit is still open." : "Eine Rücklastschrift ist noch offen.",
    );
    expect(within(region).getAllByRole("link").at(-1)?.getAttribute("href")).toBe("/app/returns");
  });

  test("name a return once if it is a task", () => {
    open([FAILED], locale, 1);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/app/invoices/inv_1"]);
  });

  test("show for each task its subject, remedy, amount and link", () => {
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
    // A minute past midnight in Germany, in any time zone of the server.
    expect(screen.getAllByRole("listitem")[1]?.textContent).toMatch(
      locale === "en" ? /Lexware Office.*15 Dec/ : /Lexware Office.*15\.12\./,
    );
    expect(lost?.getByRole("link", { name: t("notices.connection_lost.action") })).toBeTruthy();
  });
});

describe("the tasks of the dashboard", () => {
  test("can be dismissed only if they come from a notice, up to the newest notice shown", async () => {
    vi.mocked(dismissNoticesAction).mockResolvedValue(done(undefined));
    const { user, t } = open([FAILED, LOST]);
    const name = `${t("dashboard.dismiss")} Debit for RE-1 failed`;
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([name]);
    await user.click(screen.getByRole("button", { name: startingWith(t("dashboard.dismiss")) }));
    expect(dismissNoticesAction).toHaveBeenCalledExactlyOnceWith(FAILED.dismissible);
    expect(router.refresh).toHaveBeenCalledTimes(1);
  });

  test("stay in the list when dismissing one is refused, and the reason is shown", async () => {
    vi.mocked(dismissNoticesAction).mockResolvedValue(refused("internal"));
    const { user, t } = open([FAILED]);
    await user.click(screen.getByRole("button"));
    expect(screen.getByRole("alert").textContent).toContain(t("errors.internal"));
    expect(router.refresh).not.toHaveBeenCalled();
  });

  test("show the count instead of an invoice number when there are several of one kind", () => {
    open([{ ...FAILED, count: 3 }]);
    expect(screen.getByRole("listitem").textContent).toContain("3 debits failed");
  });
});
