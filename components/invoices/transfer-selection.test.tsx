import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MayChangeProvider } from "@/components/action/may-change";
import { UpgradeProvider } from "@/components/subscription/upgrade";
import type { Locale } from "@/lib/core/locales";
import { transferInvoicesAction } from "@/lib/invoices/manual/actions";
import type { VoucherRow } from "@/lib/invoices/manual/types";
import { router } from "@/test/navigation";
import { done, readText, refused, show } from "@/test/screen";
import { TransferSelection } from "./transfer-selection";
import { TransferTable } from "./transfer-table";

const rowOf = (id: string, changes: Partial<VoucherRow> = {}): VoucherRow => ({
  id,
  number: `RE-${id}`,
  date: "2026-11-20",
  dueDate: "2026-12-15",
  contactId: null,
  contact: "Optik Weitblick",
  type: "invoice",
  bookStatus: "open",
  totalCents: 11_900,
  openAmountCents: 11_900,
  currency: "EUR",
  invoiceId: null,
  status: null,
  reason: null,
  isTransferable: true,
  ...changes,
});
const ROWS = [
  rowOf("1"),
  rowOf("2", { openAmountCents: 5_000 }),
  rowOf("3", { isTransferable: false, invoiceId: "inv_3", status: "submitted" }),
];

function open({ rows = ROWS, isPremium = true, locale = "en" as Locale } = {}) {
  const shown = show(
    <UpgradeProvider mayOrder>
      <MayChangeProvider isPremium={isPremium}>
        <TransferSelection rows={rows}>
          <TransferTable rows={rows} isPickable />
        </TransferSelection>
      </MayChangeProvider>
    </UpgradeProvider>,
    locale,
  );
  const { t, user } = shown;
  return {
    ...shown,
    pickAll: () => user.click(screen.getByLabelText(t("transfer.pickPage"))),
    transfer: () => user.click(screen.getByRole("button", { name: t("transfer.transfer") })),
  };
}

test.each(["en", "de"] as const)(
  "one box selects all transferable documents, and the question names their open sum (%s)",
  async (locale) => {
    vi.mocked(transferInvoicesAction).mockResolvedValue(done({ runId: "run_1", total: 1 }));
    const { t, user, pickAll, transfer } = open({ locale });
    expect(screen.getByLabelText(t("transfer.pick", { number: "RE-1" }))).toBeTruthy();
    expect(screen.queryByLabelText(t("transfer.pick", { number: "RE-3" }))).toBeNull();
    await pickAll();
    const amount = locale === "en" ? "€169.00" : "169,00 €";
    expect(readText(screen.getByRole("status"))).toBe(`${t("transfer.picked", { count: 2 })} · ${amount}`);
    await transfer();
    const question = await screen.findByRole("alertdialog", { name: t("transfer.confirmTitle", { count: 2 }) });
    expect(readText(question)).toContain(t("transfer.confirmBody", { amount }));
    await user.click(within(question).getByRole("button", { name: t("transfer.transfer") }));
    expect(transferInvoicesAction).toHaveBeenCalledExactlyOnceWith({
      documents: [
        { externalId: "1", number: "RE-1" },
        { externalId: "2", number: "RE-2" },
      ],
    });
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/invoices/bulk/run_1");
  },
);

test("a partly paid document shows both amounts, and only its open amount is added to the sum", async () => {
  const { t, user } = open();
  expect(readText(screen.getByText(t("transfer.open", { amount: "€50.00" })))).toBeTruthy();
  await user.click(screen.getByLabelText(t("transfer.pick", { number: "RE-2" })));
  expect(readText(screen.getByRole("status"))).toContain("€50.00");
});

test("nothing is transferred when the question is cancelled, and a refusal is shown inside the question", async () => {
  vi.mocked(transferInvoicesAction).mockResolvedValue(refused("internal"));
  const { t, user, pickAll, transfer } = open();
  await pickAll();
  await transfer();
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: t("transfer.cancel") }));
  expect(transferInvoicesAction).not.toHaveBeenCalled();
  await transfer();
  const again = await screen.findByRole("alertdialog");
  await user.click(within(again).getByRole("button", { name: t("transfer.transfer") }));
  expect(within(again).getByRole("alert").textContent).toContain(t("errors.internal"));
  expect(router.push).not.toHaveBeenCalled();
});

test("a supplier without Premium sees the upgrade dialog instead of the question", async () => {
  const { t, pickAll, transfer } = open({ isPremium: false });
  await pickAll();
  await transfer();
  expect(await screen.findByRole("alertdialog", { name: t("client.upgrade.title") })).toBeTruthy();
  expect(transferInvoicesAction).not.toHaveBeenCalled();
});

test("without a transferable document there is no box to select all", () => {
  const { t } = open({ rows: [rowOf("3", { isTransferable: false })] });
  expect(screen.queryByLabelText(t("transfer.pickPage"))).toBeNull();
});
