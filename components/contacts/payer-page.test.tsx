import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PayerMandate, PayerView } from "@/lib/payers/page/loaders";
import { readText, show } from "@/test/screen";
import { PayerFigures } from "./payer-figures";
import { PayerHead } from "./payer-head";
import { PayerRows } from "./payer-lists";
import { PayerMandates } from "./payer-mandates";

const AT = "2026-11-03T09:00:00.000Z";
const NONE = { count: 0, cents: 0 };
const MANDATE: PayerMandate = {
  ...{ id: "mdt_1", contactId: "con_1", contactName: "Café Zürn", payerName: "Café Zürn", reference: "EINZUG-77" },
  ...{ status: "active", isUsable: true, accountHint: "DE …00", bankName: "Sparkasse", isIgnored: false },
  ...{ isReplaced: false, isEnding: false, isMatchedByHand: false, stoppable: NONE, atBank: NONE },
  ...{ signedAt: AT, isAsked: false },
};
const PAYER: PayerView = {
  contact: {
    ...{ id: "con_1", name: "Café Zürn", city: "Leipzig", state: "mandate", isExcluded: false, isDeceased: false },
    ...{
      openCount: 1,
      openCents: 5_000,
      isLinkOnly: false,
      mandateEmail: "zuern@cafe.example",
      emails: [],
      choices: [],
    },
  },
  address: ["Ahornweg 4", "04109 Leipzig"],
  isArchived: false,
  others: [{ id: "con_2", name: "Zürn Catering" }],
  mandates: [MANDATE],
  requests: [],
  acts: [
    { id: "aud_1", action: "mandate.chosen", by: "Jana Lindenhof", at: "2026-11-04T09:00:00.000Z" },
    { id: "aud_2", action: "something.unknown", at: AT },
  ],
  open: { count: 1, cents: 5_000 },
  figures: { years: [], collected: { count: 2, cents: 59_500 }, returned: NONE, onItsWay: NONE },
  counts: { invoices: 3, debits: 2, returns: 0, mails: 0 },
  shown: { list: "mails", mails: [] },
};

test.each(["en", "de"] as const)("names the other contacts of the payer, each with its own page (%s)", (locale) => {
  const { t } = show(<PayerHead payer={PAYER} />, locale);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Café Zürn");
  expect(screen.getByRole("link", { name: "Zürn Catering" }).getAttribute("href")).toBe("/app/contacts/con_2");
  expect(readText(document.body)).toContain(t("payers.samePayer"));
});

test("shows a mandate with its anchor, and its history newest first, without acts that have no text", () => {
  const { t } = show(<PayerMandates payer={PAYER} />);
  const item = screen.getByRole("list", { name: t("payers.mandates") }).querySelector("#mdt_1");
  expect(readText(item as Element)).toContain("EINZUG-77");
  const [, history] = screen.getAllByRole("list");
  const steps = within(history as HTMLElement)
    .getAllByRole("listitem")
    .map(readText);
  expect(steps).toHaveLength(2);
  expect(steps[0]).toContain(t("payers.acts.mandate_chosen"));
  expect(steps[0]).toContain("Jana Lindenhof");
  expect(steps[1]).toContain(t("payers.grantedElsewhere"));
});

test("shows what is open, on its way, collected and returned, and years only if there are several", () => {
  const { rerender } = show(<PayerFigures payer={PAYER} />);
  expect(readText(document.body)).toContain("€595.00");
  expect(screen.queryByRole("table")).toBeNull();
  const year = (number: number) => ({ year: number, collected: PAYER.figures.collected, returned: NONE });
  rerender(<PayerFigures payer={{ ...PAYER, figures: { ...PAYER.figures, years: [year(2026), year(2025)] } }} />);
  expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(3);
});

test("an empty list says what would be in it, and a returned debit names the bank's code", () => {
  const { t, rerender } = show(<PayerRows shown={PAYER.shown} />);
  expect(screen.getByText(t("payers.none.mails"))).toBeTruthy();
  const debit = { id: "col_1", invoiceId: "inv_1", number: "RE-1", day: "2026-11-02", amountCents: 100 } as const;
  const items = [{ ...debit, status: "failed" as const, failureCode: "AM04" }];
  rerender(<PayerRows shown={{ list: "returns", page: { items } }} />);
  expect(screen.getByText("(AM04)")).toBeTruthy();
  expect(screen.getByRole("link", { name: "RE-1" }).getAttribute("href")).toBe("/app/invoices/inv_1");
});
