import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { toDate } from "@/lib/core/time/dates";
import { csvLinesOf } from "@/test/csv-lines";
import { connectedSupplier } from "@/test/supplier-data";
import { exportPayouts } from "./export-data";

test("all payouts are exported with fee and amount, newest first", async () => {
  const { customerId } = await connectedSupplier();
  const common = { customerId, status: "paid" as const, feeCents: 45 };
  for (const [at, day] of ["2026-10-01", "2026-11-01"].entries())
    await db.payout.create({
      data: {
        ...common,
        ...{ id: `po_${customerId}${at}`, providerId: `PO${customerId}${at}`, reference: `REF-${at}` },
        ...{ amountCents: 11_855 + at, arrivalDate: toDate(day) },
      },
    });
  const lines = await csvLinesOf(exportPayouts(customerId, "de"));
  expect(lines).toEqual([
    expect.stringMatching(/^"Referenz";/),
    expect.stringMatching(/^"REF-1";"PO.+";"01\.11\.2026";".+";".+";"0,45";"118,56"$/),
    expect.stringMatching(/^"REF-0";"PO.+";"01\.10\.2026";".+";".+";"0,45";"118,55"$/),
  ]);
});
