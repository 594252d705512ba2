import { expect, test } from "vitest";
import { changeRole, removeMember } from "@/lib/accounts/team/mutations";
import { db } from "@/lib/core/database/db";
import { seedSupplier } from "@/prisma/seed/suppliers";

test("changing a role or removing a member affects one account, not the person's other accounts", async () => {
  const [supplier, own] = [await seedSupplier(), await seedSupplier()];
  const { userId } = own;
  await db.membership.create({ data: { customerId: supplier.customerId, userId, role: "read_only" } });
  const roleIn = async (customerId: string) => (await db.membership.findFirst({ where: { customerId, userId } }))?.role;
  await changeRole(supplier.customerId, userId, "member", supplier.actor);
  expect([await roleIn(supplier.customerId), await roleIn(own.customerId)]).toEqual(["member", "owner"]);
  await removeMember(supplier.customerId, userId, supplier.actor);
  expect([await roleIn(supplier.customerId), await roleIn(own.customerId)]).toEqual([undefined, "owner"]);
});
