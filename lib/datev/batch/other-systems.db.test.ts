import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { eInvoiceSupplier, receive } from "@/test/applied-e-invoices";
import { seedArrivedPayout } from "@/test/arrived-payout";
import { readExtf } from "@/test/extf-reader";
import { makeBatch, takeBatch } from "./mutations";

test("payouts of e-invoices leave as a batch for DATEV, and e-invoices stay in use", async () => {
  const { customerId, actor } = await eInvoiceSupplier();
  const { invoiceId = "" } = await receive(customerId);
  const payoutId = await seedArrivedPayout(customerId, { day: "2026-09-10", cents: 29_750, invoiceId });
  await expect(makeBatch(customerId, "2026-09", actor)).rejects.toMatchObject({ code: "connection_missing" });
  await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);
  const connections = await db.connection.findMany({ where: { customerId, status: "connected" } });
  expect(connections.map(({ type }) => type).sort()).toEqual(["EINVOICE", "GOCARDLESS"]);
  const id = await makeBatch(customerId, "2026-09", actor);
  const { rows } = readExtf(await buffer((await takeBatch(customerId, id)).body));
  expect(rows.map(({ cells }) => [cells[1], cells[7], cells[8], cells[11]])).toContainEqual([
    ...["297,50", "1360", "10000", "RE-1042"],
  ]);
  expect(await db.payout.findFirst({ where: { customerId, id: payoutId } })).toMatchObject({
    bookingStatus: "handed_over",
  });
});
