import { db } from "../lib/core/db";
import { newId } from "../lib/core/ids";
import { expect, test } from "./support/fixtures";

/** Longer than the shortest pause between two looks of a page that tells how far something is. */
const FAR_AWAY = { offline: false, latency: 1_500, downloadThroughput: -1, uploadThroughput: -1 };

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("far away from the server, how far something is can be seen all the same", async ({ app, supplier, t }) => {
      const { customerId } = supplier;
      const id = newId("bulkRun");
      const [total, createdAt] = [9, new Date()];
      await db.bulkRun.create({
        data: {
          customerId,
          id,
          action: "exclude",
          total,
          userId: "x",
          userName: "Frieda Brandt",
          ip: "2001:db8::1",
          createdAt,
        },
      });
      await app.goto(`/app/invoices/bulk/${id}`);
      await expect(app.getByText(t("bulk.progress", { done: 0, total }))).toBeVisible();
      const network = await app.context().newCDPSession(app);
      await network.send("Network.emulateNetworkConditions", FAR_AWAY);
      await db.bulkRun.update({ where: { customerId_id: { customerId, id } }, data: { doneCount: 4 } });
      await expect(app.getByText(t("bulk.progress", { done: 4, total }))).toBeVisible();
      await db.bulkRun.update({
        where: { customerId_id: { customerId, id } },
        data: { doneCount: total, status: "done", endedAt: new Date() },
      });
      await expect(app.getByText(t("bulk.allDone", { done: total }))).toBeVisible();
    });
  });
}
