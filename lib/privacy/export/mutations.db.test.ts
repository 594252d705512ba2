import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { closeAccount } from "@/lib/privacy/closing/provider";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { takeExport } from "./mutations";

/** Returns a supplier with a second owner. */
async function twoOwners() {
  const [supplier, second] = [await seedSupplier(), await seedSupplier()];
  const { customerId } = supplier;
  await db.membership.create({ data: { customerId, userId: second.userId, role: "owner" } });
  return { supplier, second };
}

const told = async (customerId: string, event: string) =>
  await db.mail.findMany({
    where: { customerId, data: { path: ["values", "event"], equals: event } },
    select: { recipient: true },
  });

test("the other owners are informed of an export of all data", async () => {
  const { supplier, second } = await twoOwners();
  await (await takeExport(supplier.customerId, supplier.actor)).return(undefined);
  expect(await told(supplier.customerId, "exported")).toEqual([{ recipient: second.email }]);
});

test("the other owners are informed that the account was closed", async () => {
  const { supplier, second } = await twoOwners();
  await closeAccount(supplier.customerId, supplier.password, supplier.actor);
  expect(await told(supplier.customerId, "closed")).toEqual([{ recipient: second.email }]);
});
