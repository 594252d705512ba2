import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { secondOwner } from "@/test/supplier-data";
import { addEndpoint } from "./mutations";

test("the other owners get a mail about a new endpoint", async () => {
  const supplier = await seedSupplier();
  const { customerId, actor } = supplier;
  await secondOwner(supplier);
  await addEndpoint(customerId, { url: "https://hooks.example/einzug", kinds: ["payout.changed"] }, actor, {
    allowsHttp: false,
  });
  const mails = await db.mail.findMany({ where: { customerId, template: "account" } });
  expect(mails).toMatchObject([
    { data: { kind: "owners", values: { event: "receiverAdded", host: "hooks.example" } } },
  ]);
});
