import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { registerCustomer } from "@/lib/accounts/registration/mutations";
import { joinAsNewcomer } from "@/lib/accounts/team/mutations";
import { invitationToken, resetToken } from "@/lib/auth/link-tokens";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { type SeededSupplier, seedSupplier } from "@/prisma/seed/suppliers";
import { changePassword, resetPassword } from "./mutations";

const ORIGIN = { ip: "203.0.113.7", locale: "de" } as const;
const WEAK = { code: "password_weak" };

const supplier = await seedSupplier({ companyName: "Krökelmüller & Söhne GmbH", name: "Friedlinde Hasenbrink" });
const second = await seedSupplier({ companyName: "Zwirbelholz AG" });
await db.membership.create({ data: { customerId: second.customerId, userId: supplier.userId } });

async function change({ customerId, userId, password, actor }: SeededSupplier, next: string): Promise<void> {
  const given = { userId, sessionId: "none", current: password, next };
  await withinSupplier(customerId, () => changePassword(customerId, given, actor));
}

const OWN = ["Kroekelmueller-2026!!", "HasenbrinkFriedlinde-12!!"];

test.each(OWN)("the password %s is refused at a registration of the firm and person it names", async (password) => {
  const company = { companyName: "Krökelmüller", address: "", zip: "", city: randomUUID(), countryCode: "DE" };
  const contact = {
    mobileNumber: "",
    vatId: "",
    email: `x-${randomUUID()}@einzug.test`,
    name: "Friedlinde Hasenbrink",
  };
  await expect(registerCustomer({ ...company, ...contact, password }, ORIGIN)).rejects.toMatchObject(WEAK);
});

test.each([...OWN, "Zwirbelholz-2026!!"])(
  "the password %s is refused at a reset and at a change, even if it names another firm of the person",
  async (password) => {
    const id = newId("reset");
    await db.passwordReset.create({ data: { id, userId: supplier.userId, expiresAt: new Date(Date.now() + 60_000) } });
    await expect(resetPassword(resetToken(id), password, ORIGIN.ip)).rejects.toMatchObject(WEAK);
    await expect(change(supplier, password)).rejects.toMatchObject(WEAK);
  },
);

test.each([...OWN, "Eingeladen.Person-12!!"])("joining is refused with own names as password: %s", async (password) => {
  const { customerId, userId } = supplier;
  const id = newId("invitation");
  const by = { invitedById: userId, invitedBy: "x", expiresAt: new Date(Date.now() + 60_000), role: "member" as const };
  const email = "eingeladen.person@einzug.test";
  await db.invitation.deleteMany({ where: { customerId, email } });
  await db.invitation.create({ data: { customerId, id, email, ...by } });
  const token = invitationToken({ customerId, id });
  const person = { name: "Friedlinde Hasenbrink", password };
  await expect(joinAsNewcomer(token, person, ORIGIN)).rejects.toMatchObject(WEAK);
});
