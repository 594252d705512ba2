import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FirstRequests } from "@/lib/mandates/first-requests/loaders";
import { show } from "@/test/screen";
import { FirstRequestTable, introKey } from "./first-requests";

const WAITING: FirstRequests = {
  ...{ state: "open", isReading: false, isAutomatic: true, payers: 1, cents: 12_345, seen: "1", page: 1, pages: 1 },
  rows: [
    {
      ...{ contactId: "ctc_1", name: "Café Ähre", email: "kasse@aehre.example" },
      ...{ invoiceCount: 1, number: "RE1", openCents: 12_345 },
    },
  ],
};

test("each customer who would be asked is named with a link to the payer's page", () => {
  show(<FirstRequestTable requests={WAITING} />);
  expect(screen.getByRole("link", { name: "Café Ähre" }).getAttribute("href")).toBe("/app/contacts/ctc_1");
});

test("without a customer who waits, the page does not ask to check a list", () => {
  const nobody = { ...WAITING, payers: 0, rows: [] };
  expect(introKey(WAITING)).toBe("open");
  expect(introKey(nobody)).toBe("nobody");
  expect(introKey({ ...nobody, isReading: true })).toBe("open");
  expect(introKey({ ...nobody, state: "automatic" })).toBe("automatic");
});
