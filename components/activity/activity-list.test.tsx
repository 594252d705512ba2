import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ActivityRow } from "@/lib/activity/loaders";
import { readText, show } from "@/test/screen";
import { ActivityFilters } from "./activity-filters";
import { ActivityList } from "./activity-list";

const row = (changes: Partial<ActivityRow>): ActivityRow => ({
  ...{ id: "1.a", kind: "debits", source: "act", what: "invoice.held", at: "2026-11-30T09:05:00.000Z" },
  ...{ isReminder: false, ...changes },
});

test.each(["en", "de"] as const)("groups events by day and says what, to what and by whom (%s)", (locale) => {
  const { t } = show(
    <ActivityList
      rows={[
        row({ person: "Jana", invoice: { id: "inv_1", number: "RE-1" }, payer: { id: "con_1", name: "Café Zürn" } }),
        row({ id: "1.b", source: "debit", what: "failed", code: "AM04", cents: 11_900 }),
        row({ id: "1.c", source: "mail", what: "mandate-request", isReminder: true, at: "2026-11-29T23:30:00.000Z" }),
        row({ id: "1.d", what: "something.new", at: "2026-11-28T09:00:00.000Z" }),
      ]}
    />,
    locale,
  );
  // Half past eleven in the evening in UTC is the next day in Germany.
  expect(screen.getAllByRole("heading")).toHaveLength(2);
  const [held, failed, reminder, unknown] = screen.getAllByRole("listitem").map(readText);
  expect(held).toContain(`10:05${t("activity.acts.invoice_held")}RE-1Café Zürn${t("activity.by", { name: "Jana" })}`);
  expect(screen.getByRole("link", { name: "Café Zürn" }).getAttribute("href")).toBe("/app/contacts/con_1");
  expect(failed).toContain(`${t("activity.debits.failed")} (AM04)`);
  expect(failed).toContain(t("activity.automatic"));
  expect(reminder).toContain(t("activity.mails.reminder"));
  expect(unknown).toContain("something.new");
});

test("the filters keep the kind, and offer everybody, Einzug and the team", () => {
  const people = [{ id: "usr_1", name: "Jana" }];
  const { t } = show(
    <ActivityFilters path="/app/activity" filter={{ kind: "mails", person: "usr_1" }} people={people} />,
  );
  const select = screen.getByLabelText<HTMLSelectElement>(t("activity.person"));
  expect([...select.options].map(({ text }) => text)).toEqual([
    t("activity.everybody"),
    t("activity.automatic"),
    "Jana",
  ]);
  expect(select.value).toBe("usr_1");
  expect(document.querySelector<HTMLInputElement>("input[name=kind]")?.value).toBe("mails");
  expect(screen.getByRole("link", { name: t("activity.clear") }).getAttribute("href")).toBe("/app/activity?kind=mails");
});
