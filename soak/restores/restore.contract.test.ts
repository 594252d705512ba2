import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { alive, type Drill, layDrillGround, newPayer } from "./drill";

/**
 * The short form of `npm run soak -- restore`, with a copy of the database as backup. Its findings are tests in
 * restore-findings.contract.test.ts.
 */
const ground = await layDrillGround();
let drill: Drill;
beforeEach(async () => {
  drill = await ground.begin();
});
afterAll(() => ground.stop());

test.each(["by the command", "by its key alone, before any event is read"])(
  "does not repeat collections since the backup, for known and unknown invoices and new signatures (%s)",
  async (how) => {
    await drill.signed();
    const known = await drill.write();
    await drill.stage.settle();
    expect(await drill.paymentsFor(known)).toHaveLength(1);
    const waiting = drill.payer;
    drill.payer = newPayer("Bauhof");
    const asked = await drill.write(30_000);
    await drill.stage.settle();
    await drill.takePicture();

    await drill.sign();
    drill.payer = waiting;
    const since = [await drill.write(20_000), await drill.write(40_000)];
    await drill.stage.settle();
    const made = await drill.payments();
    expect(alive(await drill.paymentsFor(asked))).toHaveLength(1);
    await drill.restorePicture();
    const [first] = since;
    expect(await db.invoice.count({ where: { externalId: first?.id } })).toBe(0);

    if (how === "by the command") expect(await drill.afterRestore()).toMatchObject({ lost: 3 });
    else await drill.debitBeforeAnythingIsHeard();
    await drill.stage.settle();
    expect((await drill.payments()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    await drill.expectOnce(known, 11_900);
    await drill.expectOnce(asked, 30_000);
    for (const [index, one] of since.entries()) await drill.expectOnce(one, [20_000, 40_000][index] ?? 0);
  },
  120_000,
);
