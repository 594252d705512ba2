import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import type { Locale } from "@/lib/core/locales";
import { chooseColumnsAction } from "@/lib/datev/actions";
import type { Columns } from "@/lib/datev/import/types";
import { done, refused, show } from "@/test/screen";
import { ColumnsForm } from "./columns-form";

const TITLES = ["Konto", "Beleg", "Datum", "", "Betrag", "Skonto"];
const KNOWN: Columns = { debtor: 0, number: 1, date: 2, balance: 4 };

interface Opened {
  mapping?: Columns;
  asked?: number[];
  isLocked?: boolean;
  locale?: Locale;
}

function open({ mapping = KNOWN, asked = [], isLocked = false, locale = "en" }: Opened = {}) {
  const shown = show(
    <MayChangeProvider isLocked={isLocked}>
      <ColumnsForm id="imp_1" titles={TITLES} mapping={mapping} asked={asked} />
    </MayChangeProvider>,
    locale,
  );
  const { t, user } = shown;
  return {
    ...shown,
    column: (name: "debtor" | "number" | "balance" | "debit" | "credit" | "name") =>
      screen.getByLabelText<HTMLSelectElement>(t(`datev.import.columns.${name}`)),
    submit: () => user.click(screen.getByRole("button", { name: t("datev.import.columns.save") })),
  };
}

test.each(["en", "de"] as const)(
  "the form preselects the known columns and sends these with the added ones (%s)",
  async (locale) => {
    vi.mocked(chooseColumnsAction).mockResolvedValue(done(undefined));
    const { t, user, column, submit } = open({ locale });
    expect([...column("name").options].map((option) => option.text)).toEqual([
      t("datev.import.columns.none"),
      ...["Konto", "Beleg", "Datum", t("datev.import.columns.untitled", { number: 4 }), "Betrag", "Skonto"],
    ]);
    expect(column("balance").selectedOptions[0]?.text).toBe("Betrag");
    await user.selectOptions(column("name"), t("datev.import.columns.untitled", { number: 4 }));
    await submit();
    expect(chooseColumnsAction).toHaveBeenCalledExactlyOnceWith({
      ...{ id: "imp_1", ignored: [] },
      mapping: { ...KNOWN, name: 3 },
    });
  },
);

test.each(["en", "de"] as const)(
  "a required column that is not assigned is asked for at its field (%s)",
  async (locale) => {
    const { t, user, column, submit } = open({ locale });
    await user.selectOptions(column("debtor"), "");
    await submit();
    expect(screen.getByRole("alert").textContent).toBe(t("datev.import.columns.needed"));
    expect(column("debtor").getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
    expect(chooseColumnsAction).not.toHaveBeenCalled();
  },
);

test("debit and credit together replace the balance", async () => {
  vi.mocked(chooseColumnsAction).mockResolvedValue(done(undefined));
  const { user, column, submit } = open();
  await user.selectOptions(column("balance"), "");
  await submit();
  expect(chooseColumnsAction).not.toHaveBeenCalled();
  await user.selectOptions(column("debit"), "Betrag");
  await user.selectOptions(column("credit"), "Skonto");
  await submit();
  expect(chooseColumnsAction).toHaveBeenCalledExactlyOnceWith({
    ...{ id: "imp_1", ignored: [] },
    mapping: { debtor: 0, number: 1, date: 2, debit: 4, credit: 5 },
  });
});

test("a column that may change the amount owed must be assigned or ticked as irrelevant", async () => {
  vi.mocked(chooseColumnsAction).mockResolvedValue(done(undefined));
  const { t, user, submit } = open({ asked: [5] });
  await submit();
  expect(screen.getByText(t("datev.import.columns.chooseOrIgnore"))).toBeTruthy();
  expect(chooseColumnsAction).not.toHaveBeenCalled();
  await user.click(screen.getByRole("checkbox", { name: t("datev.import.columns.ignore", { title: "Skonto" }) }));
  await submit();
  expect(screen.queryByText(t("datev.import.columns.chooseOrIgnore"))).toBeNull();
  expect(chooseColumnsAction).toHaveBeenCalledExactlyOnceWith({ id: "imp_1", mapping: KNOWN, ignored: [5] });
});

test("a column ignored earlier is ticked, and its tick can be removed", async () => {
  const { t, user, submit } = open({ mapping: { ...KNOWN, ignored: [3] } });
  const title = t("datev.import.columns.untitled", { number: 4 });
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: t("datev.import.columns.ignore", { title }) });
  expect(box.checked).toBe(true);
  await user.click(box);
  await submit();
  expect(screen.getByText(t("datev.import.columns.chooseOrIgnore"))).toBeTruthy();
  expect(chooseColumnsAction).not.toHaveBeenCalled();
});

test("after a refusal the form shows the reason and keeps the choice", async () => {
  vi.mocked(chooseColumnsAction).mockResolvedValue(refused("conflict"));
  const { t, user, column, submit } = open();
  await user.selectOptions(column("name"), "Skonto");
  await submit();
  expect(screen.getByRole("alert").textContent).toContain(t("errors.conflict"));
  expect(column("name").selectedOptions[0]?.text).toBe("Skonto");
});

test("nothing can be chosen while the contract is locked", () => {
  open({ asked: [5], isLocked: true });
  for (const field of [...screen.getAllByRole("combobox"), ...screen.getAllByRole("checkbox")])
    expect(field.matches(":disabled")).toBe(true);
  expect(screen.queryByRole("button")).toBeNull();
});
