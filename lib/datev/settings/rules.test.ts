import { expect, test } from "vitest";
import { knownMapping, titlesOf } from "@/lib/datev/import/rules";
import { isOutdated } from "@/lib/vendors/rules";
import { accountsFor, blankForm, readForm, toForm } from "./rules";

const FORM = { ...blankForm(), consultant: "29098", client: "55003" };

test("the usual settings are valid and are shown as they were typed", () => {
  const read = readForm(FORM);
  if ("wrong" in read) throw new Error(JSON.stringify(read.wrong));
  expect(toForm(read.settings)).toEqual(FORM);
  expect(read.settings.accounts.bank).toBeNull();
});

test.each([
  [{ consultant: "1000" }, "consultant", "range"],
  [{ client: "" }, "client", "range"],
  [{ transit: "13600" }, "transit", "account_length"],
  [{ unassigned: "15a0" }, "unassigned", "digits"],
  [{ collectiveDebtor: "70000" }, "collectiveDebtor", "debtor_range"],
  [{ bank: "1360" }, "bank", "account_twice"],
  [{ feeTaxKey: "x" }, "feeTaxKey", "tax_key"],
] as const)("the change %o is refused at its field", (change, field, fault) => {
  expect(readForm({ ...FORM, ...change })).toEqual({ wrong: [{ field, fault }] });
});

test("another chart brings its own accounts and keeps those that somebody has typed", () => {
  const changed = accountsFor({ ...FORM, fees: "4975" }, { chart: "SKR04", accountLength: "5" });
  expect(changed).toMatchObject({ chart: "SKR04", transit: "14600", fees: "4975", collectiveDebtor: "100000" });
});

test("columns are recognised by their titles, all or none", () => {
  const titles = ["Nr", "Wer", "Wann", "Wieviel"];
  const mapping = { number: 0, debtor: 1, date: 2, balance: 3, ignored: [] };
  const kept = titlesOf(mapping, titles);
  expect(knownMapping(kept, ["Wer", "Nr", "Wann", "Wieviel"])).toEqual({ ...mapping, number: 1, debtor: 0 });
  expect(knownMapping(kept, ["Wer", "Nr", "Wann"])).toBeUndefined();
  expect(knownMapping(null, titles)).toBeUndefined();
});

test("only file-based systems become outdated: a list counts for a week", () => {
  const lastSyncedAt = new Date("2026-09-01T22:30:00Z");
  expect(isOutdated({ type: "DATEV", lastSyncedAt }, "2026-09-09")).toBe(false);
  expect(isOutdated({ type: "DATEV", lastSyncedAt }, "2026-09-10")).toBe(true);
  expect(isOutdated({ type: "DATEV", lastSyncedAt: null }, "2026-09-02")).toBe(true);
  expect(isOutdated({ type: "LEXOFFICE", lastSyncedAt }, "2027-01-01")).toBe(false);
});
