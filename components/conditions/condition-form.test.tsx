import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import { UpgradeProvider } from "@/components/subscription/upgrade";
import type { Locale } from "@/lib/core/locales";
import { savePaymentConditionsAction } from "@/lib/customers/actions";
import type { ConditionView } from "@/lib/invoices/conditions/loaders";
import { done, hear, readText, refused, show, startingWith } from "@/test/screen";
import { ConditionForm } from "./condition-form";

const DEBIT: ConditionView = { label: "Der Betrag wird eingezogen.", isChosen: true, count: 3, openCents: 35_700 };
const TRANSFER: ConditionView = { label: "Zahlbar in 14 Tagen", isChosen: false, count: 0, openCents: 0 };

interface Opened {
  conditions?: ConditionView[];
  isPremium?: boolean;
  isLocked?: boolean;
  locale?: Locale;
  marks?: "condition" | "method";
}

function open({
  conditions = [DEBIT, TRANSFER],
  isPremium = true,
  isLocked = false,
  locale = "en",
  marks,
}: Opened = {}) {
  const shown = show(
    <UpgradeProvider mayOrder>
      <MayChangeProvider isPremium={isPremium} isLocked={isLocked}>
        <ConditionForm conditions={conditions} marks={marks} />
      </MayChangeProvider>
    </UpgradeProvider>,
    locale,
  );
  const { t, user } = shown;
  const press = (text: "save" | "discard" | "add" | "useKnown" | "addAnyway") =>
    user.click(screen.getByRole("button", { name: t(`client.conditions.${text}`) }));
  return {
    ...shown,
    press,
    box: (label: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: startingWith(label) }),
    isOffered: (text: "save" | "discard") =>
      screen.queryByRole("button", { name: t(`client.conditions.${text}`) }) !== null,
    /** Types a new condition and adds it. */
    add: async (label: string) => {
      const field = screen.getByLabelText(t("client.conditions.other"));
      await user.clear(field);
      await user.click(field);
      await user.paste(label);
      await press("add");
    },
  };
}

describe.each(["en", "de"] as const)("the choice of payment conditions in %s", (locale) => {
  test("shows the open invoices of each condition, and saves only on request", async () => {
    vi.mocked(savePaymentConditionsAction).mockResolvedValue(done({ conditions: [], areRequestsWaiting: false }));
    const { t, user, box, press, isOffered } = open({ locale });
    const amount = locale === "en" ? "€357.00" : "357,00 €";
    const row = box(DEBIT.label).closest("label");
    expect(row && readText(row)).toBe(DEBIT.label + t("client.conditions.openInvoices", { count: 3, amount }));
    expect(box(TRANSFER.label).closest("label")?.textContent).toContain(t("client.conditions.noOpenInvoices"));
    expect(isOffered("save")).toBe(false);
    await user.click(box(TRANSFER.label));
    await user.click(box(DEBIT.label));
    await press("save");
    expect(savePaymentConditionsAction).toHaveBeenCalledExactlyOnceWith({ conditions: [TRANSFER.label] });
  });

  test("adds a new text exactly as typed, and asks first when it nearly equals a known one", async () => {
    const { t, add, box, press } = open({ locale });
    await add("der Betrag wird eingezogen.");
    expect(screen.getByRole("alert").textContent).toBe(t("client.conditions.nearKnown", { other: DEBIT.label }));
    await press("useKnown");
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
    await add("der Betrag wird eingezogen.");
    await press("addAnyway");
    expect(box("der Betrag wird eingezogen.").checked).toBe(true);
    expect(box(DEBIT.label).checked).toBe(true);
  });
});

describe("the choice of payment conditions", () => {
  test.each([
    ["condition", "Der Rechnungsbetrag wird per SEPA-Lastschrift eingezogen."],
    ["method", "SEPA-Lastschrift"],
  ] as const)("offers an example for a %s, says where it goes, and adds it", async (marks, text) => {
    const { t, user, box } = open({ marks, conditions: [] });
    expect(
      screen.getByText(
        t(`client.conditions.examples.where.${marks}`, { vendor: t("client.conditions.examples.anyBooks") }),
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t("client.conditions.examples.useThis", { text }) }));
    expect(box(text).checked).toBe(true);
    expect(screen.queryByRole("button", { name: t("client.conditions.examples.useThis", { text }) })).toBeNull();
  });

  test("returns to the saved choice when the change is discarded", async () => {
    const { user, box, press, isOffered } = open();
    await user.click(box(DEBIT.label));
    expect(box(DEBIT.label).checked).toBe(false);
    await press("discard");
    expect(box(DEBIT.label).checked).toBe(true);
    expect(isOffered("save")).toBe(false);
    expect(savePaymentConditionsAction).not.toHaveBeenCalled();
  });

  test("says that nothing is sent yet while the first mandate requests wait for the supplier", async () => {
    vi.mocked(savePaymentConditionsAction).mockResolvedValue(done({ conditions: [], areRequestsWaiting: true }));
    const said = hear();
    const { t, user, box, press } = open();
    await user.click(box(TRANSFER.label));
    await press("save");
    expect(said).toHaveBeenCalledExactlyOnceWith(t("client.conditions.savedFirst"));
  });

  test("keeps the unsaved change when saving is refused, and says why", async () => {
    vi.mocked(savePaymentConditionsAction).mockResolvedValue(refused("internal"));
    const { t, user, box, press } = open();
    await user.click(box(TRANSFER.label));
    await press("save");
    expect(screen.getByRole("alert").textContent).toContain(t("errors.internal"));
    expect(box(TRANSFER.label).checked).toBe(true);
  });

  test.each([
    ["a space at its end", "Per Lastschrift ", "trailing_space"],
    ["a line break", "Per\nLastschrift", "line_break"],
    ["too many letters", "x".repeat(255), "too_long"],
  ] as const)("refuses a text with %s, as the accounting software would", async (_case, text, fault) => {
    const { t, add } = open();
    await add(text);
    expect(screen.getByRole("alert").textContent).toBe(t(`client.conditions.fault.${fault}`, { max: 254 }));
    expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  });

  test("points out a condition that differs only a little from a chosen one, until it is ticked too", async () => {
    const near = { ...TRANSFER, label: "Der Betrag wird eingezogen", nearTo: DEBIT.label };
    const { t, user } = open({ conditions: [DEBIT, near] });
    const hint = t("client.conditions.difference.punctuation", { other: DEBIT.label });
    expect(screen.getByText(hint)).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { checked: false }));
    expect(screen.queryByText(hint)).toBeNull();
  });

  test("allows one condition without Premium, offers the upgrade, and keeps inactive conditions", async () => {
    const resting = { ...TRANSFER, isChosen: true, isResting: true };
    const third = { ...TRANSFER, label: "Per SEPA" };
    const { t, user, box, press } = open({ conditions: [resting, DEBIT, third], isPremium: false });
    expect(box(resting.label).closest("label")?.textContent).toContain(t("client.conditions.resting"));
    await user.click(box(third.label));
    const dialog = await screen.findByRole("alertdialog", { name: t("client.upgrade.title") });
    await user.click(within(dialog).getByRole("button", { name: t("client.upgrade.later") }));
    expect(box(third.label).checked).toBe(false);
    await user.click(box(resting.label));
    await user.click(box(resting.label));
    expect(box(resting.label).checked).toBe(true);
    vi.mocked(savePaymentConditionsAction).mockResolvedValue(done({ conditions: [], areRequestsWaiting: false }));
    await user.click(box(resting.label));
    await press("save");
    expect(savePaymentConditionsAction).toHaveBeenCalledExactlyOnceWith({ conditions: [DEBIT.label] });
  });

  test("can be read, but not changed, while the contract is locked", () => {
    const { t, box } = open({ isLocked: true });
    expect(box(DEBIT.label).matches(":disabled")).toBe(true);
    expect(screen.queryByLabelText(t("client.conditions.other"))).toBeNull();
  });
});
