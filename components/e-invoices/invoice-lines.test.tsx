import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { TrayFileView } from "@/lib/e-invoices/tray/loaders";
import type { TrayRow } from "@/lib/e-invoices/tray/types";
import { readText, show } from "@/test/screen";
import { FileDetail } from "./file-detail";

const ROW: TrayRow = {
  ...{ id: "eif_1", name: "rechnung.xml", status: "held", outcome: "direct_debit", reason: "marked_as_test" },
  ...{ detail: null, receivedVia: "upload", invoiceId: null, number: "RE-7", buyerName: "Café Zürn" },
  ...{ payableCents: 59_500, currency: "EUR", receivedAt: "2026-11-03T09:00:00.000Z" },
};
const FILE: TrayFileView = {
  ...{ ...ROW, byteCount: 2_000, sender: null, userName: null, hasOriginal: true },
  facts: { syntax: "CII", lineCount: 6, remarks: ["marked_as_test", "sum_differs"] },
  lines: [
    { text: "Wartung", quantity: "2.5", unit: "HUR", netCents: 25_000 },
    { text: "Anfahrt", quantity: "1.0000", unit: "C62", netCents: 5_000 },
    { text: "Rohr", quantity: "12", unit: "MTR", netCents: 20_000 },
    { text: "", quantity: "nach Aufwand", unit: "XBX" },
  ],
};

test("a file shows the lines of its invoice with quantities in words", () => {
  show(<FileDetail file={FILE} />, "de");
  const lines = screen.getAllByRole("listitem").map(readText);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Wartung ?2,5 Stunden ?250,00 €$/),
      expect.stringMatching(/^Anfahrt ?1 Stück ?50,00 €$/),
      expect.stringMatching(/^Rohr ?12 m ?200,00 €$/),
      expect.stringMatching(/^Ohne Bezeichnung ?nach Aufwand$/),
    ]),
  );
  expect(screen.getByText(/Das Original hat 2 weitere Positionen/)).toBeTruthy();
});

test("what holds a file is said once", () => {
  show(<FileDetail file={FILE} />, "de");
  expect(screen.getAllByText(/als Test gekennzeichnet/)).toHaveLength(1);
  expect(screen.getByText("Abweichungen")).toBeTruthy();
});
