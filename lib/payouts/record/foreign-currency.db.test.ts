import { afterAll, expect, test } from "vitest";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { comparePayouts } from "@/lib/reconciliation/payout-provider";
import { type PayoutAnswer, PayoutServer } from "@/test/payout-server";
import { connectedSupplier } from "@/test/supplier-data";
import { archivePayout } from "./provider";

const server = await PayoutServer.start();
process.env.GOCARDLESS_API_URL = server.url;
const { customerId } = await connectedSupplier();
afterAll(() => server.stop());

test("the nightly reconciliation does not miss a payout in another currency, which is not archived", async () => {
  const [pounds, euros] = ["PO-POUNDS", "PO-EUROS"];
  const answer: PayoutAnswer = { amountCents: 10_000, items: [["payment_paid_out", "10000.0", "PM-FOREIGN"]] };
  server.answers.set(pounds, { ...answer, currency: "GBP" });
  server.answers.set(euros, answer);
  await withDirectDebit(customerId, (gc) => comparePayouts(customerId, gc, new Date(server.createdAt)));
  await archivePayout(customerId, pounds);
  expect(await db.payout.findMany({ where: { customerId } })).toMatchObject([{ providerId: euros }]);
  const differences = await db.difference.findMany({ where: { customerId } });
  expect(differences.map(({ subject }) => subject)).toEqual([euros]);
});
