import { expect, test } from "vitest";
import { readForm, toForm } from "./rules";

const FORM = { vatId: "DE123456789", taxNumber: "201/113/40209", creditorIds: "DE98 ZZZ 0999 9999 999", dueDays: "14" };

test("details are stored without blanks and shown as they are stored", () => {
  const read = readForm({ ...FORM, vatId: " de 123 456 789" });
  if ("wrong" in read) throw new Error(JSON.stringify(read.wrong));
  expect(read.settings).toEqual({
    ...{ vatId: "DE123456789", taxNumber: "201/113/40209", creditorIds: ["DE98ZZZ09999999999"], dueDays: 14 },
  });
  expect(toForm(read.settings)).toEqual({ ...FORM, creditorIds: "DE98ZZZ09999999999" });
  expect(toForm(undefined, "DE 999999999")).toMatchObject({ vatId: "DE999999999", dueDays: "" });
});

test.each([
  [{ vatId: "DE12345678" }, "vatId", "vat_id"],
  [{ vatId: "123456789" }, "vatId", "vat_id"],
  [{ taxNumber: "abc" }, "taxNumber", "tax_number"],
  [{ creditorIds: "DE97ZZZ09999999999" }, "creditorIds", "creditor_id"],
  [{ dueDays: "-1" }, "dueDays", "due_days"],
  [{ dueDays: "366" }, "dueDays", "due_days"],
  [{ vatId: "", taxNumber: "", creditorIds: "" }, "vatId", "identity_missing"],
] as const)("the change %o is refused at its field", (change, field, fault) => {
  expect(readForm({ ...FORM, ...change })).toEqual({ wrong: [{ field, fault }] });
});

test("an invoice without due date waits unless the supplier names the days", () => {
  expect(readForm({ ...FORM, dueDays: "" })).toMatchObject({ settings: { dueDays: null } });
  expect(readForm({ ...FORM, dueDays: "0" })).toMatchObject({ settings: { dueDays: 0 } });
});
