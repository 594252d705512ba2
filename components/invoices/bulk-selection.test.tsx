import { screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import type { Locale } from "@/lib/core/locales";
import { beginManyAction, blockManyAction, countSelectionAction } from "@/lib/invoices/bulk/actions";
import type { InvoiceRow } from "@/lib/invoices/types";
import { router } from "@/test/navigation";
import { done, readText, refused, show } from "@/test/screen";
import { BulkSelection, type BulkSelectionProps } from "./bulk-selection";
import { InvoiceTable } from "./invoice-table";

const rowOf = (number: string, amountCents: number): InvoiceRow => ({
  id: `inv_${number}`,
  number,
  contactName: "Bäckerei Sonnenschein KG",
  dueDate: "2026-12-15",
  amountCents,
  currency: "EUR",
  bookStatus: "open",
  reason: "no_mandate",
  needsYou: false,
});
const ROWS = [rowOf("RE-1", 11_900), rowOf("RE-2", 23_800), rowOf("RE-3", 5_950)];

interface Opened {
  rows?: InvoiceRow[];
  list?: BulkSelectionProps["list"];
  isLocked?: boolean;
  isPremium?: boolean;
  locale?: Locale;
}

function open({ isLocked = false, isPremium = true, locale = "en", ...first }: Opened = {}) {
  const listOf = ({ rows = ROWS, list = { filter: "open" } }: Opened): ReactNode => (
    <MayChangeProvider isLocked={isLocked} isPremium={isPremium}>
      <BulkSelection
        rows={rows.map(({ id, amountCents }) => ({ id, cents: amountCents }))}
        list={list}
        first="2026-12-02"
        last="2027-12-01"
      >
        <InvoiceTable rows={rows} href={({ id }) => `/app/invoices/${id}`} sort={() => undefined} isPickable />
      </BulkSelection>
    </MayChangeProvider>
  );
  const shown = show(listOf(first), locale);
  const { t, user } = shown;
  const action = () => screen.getByLabelText<HTMLSelectElement>(t("bulk.what"));
  return {
    ...shown,
    action,
    turnTo: (next: Opened) => shown.rerender(listOf(next)),
    tick: (number: string) => user.click(screen.getByLabelText(t("bulk.pickRow", { number }))),
    wholePage: () => screen.getByLabelText<HTMLInputElement>(t("bulk.pickPage")),
    bar: () => screen.queryByRole("region", { name: t("bulk.region") }),
    selected: () => readText(screen.getByRole("status").parentElement ?? document.body),
    carryOut: async (chosen: string) => {
      await user.selectOptions(action(), chosen);
      await user.click(screen.getByRole("button", { name: t("bulk.go") }));
    },
  };
}

describe.each(["en", "de"] as const)("the selection of invoices in %s", (locale) => {
  test("shows the number and sum of ticked invoices, and disappears with the last tick", async () => {
    const { t, tick, bar, selected } = open({ locale });
    expect(bar()).toBeNull();
    await tick("RE-1");
    await tick("RE-3");
    const amount = locale === "en" ? "€178.50" : "178,50 €";
    expect(selected()).toBe(`${t("bulk.picked", { count: 2 })} ${amount}`);
    await tick("RE-1");
    await tick("RE-3");
    expect(bar()).toBeNull();
  });

  test("asks before excluding, with the number and the sum, and then opens the bulk run", async () => {
    vi.mocked(blockManyAction).mockResolvedValue(done({ runId: "run_1", total: 1 }));
    const { t, user, tick, carryOut } = open({ locale });
    await tick("RE-2");
    await carryOut("exclude");
    expect(blockManyAction).not.toHaveBeenCalled();
    const question = await screen.findByRole("alertdialog", { name: t("bulk.confirmTitle.exclude", { count: 1 }) });
    expect(readText(question)).toContain(locale === "en" ? "€238.00" : "238,00 €");
    expect(question.textContent).toContain(t("bulk.confirmBody.exclude"));
    await user.click(within(question).getByRole("button", { name: t("bulk.actions.exclude") }));
    expect(blockManyAction).toHaveBeenCalledExactlyOnceWith({
      ...{ action: "exclude", until: undefined },
      selection: { ids: ["inv_RE-2"] },
    });
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/invoices/bulk/run_1");
  });

  test("requires an action first, and for a hold a day within a year", async () => {
    vi.mocked(blockManyAction).mockResolvedValue(done({ runId: "run_2", total: 1 }));
    const { t, user, tick, carryOut, action } = open({ locale });
    await tick("RE-1");
    await carryOut("");
    expect(screen.getByRole("alert").textContent).toBe(t("bulk.chooseFirst"));
    expect(document.activeElement).toBe(action());
    await carryOut("hold");
    expect(screen.getByRole("alert").textContent).toBe(t("bulk.wrongDay"));
    const until = screen.getByLabelText<HTMLInputElement>(t("bulk.until"));
    expect(document.activeElement).toBe(until);
    for (const day of ["2026-12-01", "2027-12-02"]) {
      await user.clear(until);
      await user.type(until, day);
      await carryOut("hold");
      expect(screen.getByRole("alert").textContent, day).toBe(t("bulk.wrongDay"));
    }
    await user.clear(until);
    await user.type(until, "2027-01-10");
    await carryOut("hold");
    expect(blockManyAction).toHaveBeenCalledExactlyOnceWith({
      ...{ action: "hold", until: "2027-01-10" },
      selection: { ids: ["inv_RE-1"] },
    });
  });
});

describe("the selection of invoices", () => {
  test("selects the whole page with one box, which is half ticked while only some rows are", async () => {
    const { t, user, tick, wholePage, bar, selected } = open();
    await tick("RE-2");
    expect([wholePage().checked, wholePage().indeterminate]).toEqual([false, true]);
    await user.click(wholePage());
    expect([wholePage().checked, wholePage().indeterminate]).toEqual([true, false]);
    expect(selected()).toContain(t("bulk.picked", { count: 3 }));
    await user.click(screen.getByRole("button", { name: t("bulk.clear") }));
    expect(bar()).toBeNull();
    expect(screen.getAllByRole("checkbox", { checked: false })).toHaveLength(4);
  });

  test("selects all matching invoices beyond the page, with the filter and search that were counted", async () => {
    vi.mocked(countSelectionAction).mockResolvedValue(done({ count: 312, cents: 1_234_500, isCapped: false }));
    vi.mocked(blockManyAction).mockResolvedValue(done({ runId: "run_3", total: 1 }));
    const list = { filter: "open", search: "Sonne" } as const;
    const { t, user, wholePage, selected, carryOut } = open({ list });
    expect(screen.queryByRole("button", { name: t("bulk.pickMatching") })).toBeNull();
    await user.click(wholePage());
    await user.click(screen.getByRole("button", { name: t("bulk.pickMatching") }));
    expect(countSelectionAction).toHaveBeenCalledExactlyOnceWith(list);
    expect(selected()).toBe(`${t("bulk.picked", { count: 312 })} €12,345.00`);
    // Invoices beyond the page are not known by id, so no export is offered.
    expect(screen.queryByRole("link", { name: t("bulk.export") })).toBeNull();
    await carryOut("release");
    expect(blockManyAction).toHaveBeenCalledExactlyOnceWith({
      ...{ action: "release", until: undefined },
      selection: { ...list, counted: 312 },
    });
  });

  test("warns when a list is too long for one run, or has grown since it was counted", async () => {
    vi.mocked(countSelectionAction).mockResolvedValue(done({ count: 5_000, cents: 1, isCapped: true }));
    vi.mocked(blockManyAction).mockResolvedValue(refused("conflict"));
    const { t, user, wholePage, carryOut } = open();
    await user.click(wholePage());
    await user.click(screen.getByRole("button", { name: t("bulk.pickMatching") }));
    expect(screen.getByText(t("bulk.capped", { count: 5_000 }))).toBeTruthy();
    await carryOut("include");
    expect(screen.getByRole("alert").textContent).toContain(t("bulk.listGrew"));
    expect(router.push).not.toHaveBeenCalled();
  });

  test("drops the count when filter or search change, and invoices that left the page", async () => {
    vi.mocked(countSelectionAction).mockResolvedValue(done({ count: 312, cents: 1, isCapped: false }));
    const { t, user, wholePage, turnTo, selected, bar } = open();
    await user.click(wholePage());
    await user.click(screen.getByRole("button", { name: t("bulk.pickMatching") }));
    turnTo({ list: { filter: "open", search: "x" } });
    expect(selected()).toContain(t("bulk.picked", { count: 3 }));
    turnTo({ rows: [rowOf("RE-4", 100)] });
    expect(bar()).toBeNull();
  });

  test("can be exported, by the ids of its invoices", async () => {
    const { t, tick } = open();
    await tick("RE-1");
    await tick("RE-3");
    expect(screen.getByRole("link", { name: t("bulk.export") }).getAttribute("href")).toBe(
      "/app/invoices/export?id=inv_RE-1&id=inv_RE-3",
    );
  });

  test("offers only what stops or releases something while the contract is locked", async () => {
    const { t, tick, action } = open({ isLocked: true });
    await tick("RE-1");
    expect([...action().options].map((option) => option.text)).toEqual([
      t("bulk.choose"),
      ...(["exclude", "include", "hold", "release"] as const).map((one) => t(`bulk.actions.${one}`)),
    ]);
  });

  test.each([
    ["says that it also collects before the due date", true, "collect_now"],
    ["says without Premium that only what is due is collected", false, "collect_due"],
  ] as const)("%s", async (_title, isPremium, body) => {
    vi.mocked(beginManyAction).mockResolvedValue(done({ runId: "run_4", total: 1 }));
    const { t, user, tick, carryOut } = open({ isPremium });
    await tick("RE-1");
    await carryOut("collect_now");
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain(t(`bulk.confirmBody.${body}`));
    await user.click(within(question).getByRole("button", { name: t("bulk.actions.collect_now") }));
    expect(beginManyAction).toHaveBeenCalledExactlyOnceWith({
      action: "collect_now",
      selection: { ids: ["inv_RE-1"] },
    });
  });

  test("keeps the ticks when the question is cancelled, and shows a refusal inside the question", async () => {
    vi.mocked(beginManyAction).mockResolvedValue(refused("internal"));
    const { t, user, tick, carryOut, selected } = open();
    await tick("RE-1");
    await carryOut("request_mandates");
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: t("bulk.actions.request_mandates") }));
    expect(within(question).getByRole("alert").textContent).toContain(t("errors.internal"));
    await user.click(within(question).getByRole("button", { name: t("bulk.cancel") }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(selected()).toContain(t("bulk.picked", { count: 1 }));
  });
});
