import { expect, test } from "vitest";
import { isResetOpen } from "@/lib/accounts/password/mutations";
import { isEmailTaken } from "@/lib/accounts/profile/data";
import { readInvitation } from "@/lib/accounts/team/mutations";
import { invitationToken, resetToken } from "@/lib/auth/link-tokens";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { withinSupplier, withTenantScope } from "@/lib/core/tenants/tenant-scope";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { register, tokenOf } from "@/test/registrants";
import { readAddressLink } from "./link-mutations";

/** Runs as a page or link that people open without a session: the database shows it no rows (decision 056). */
const asNobody = async <T>(run: () => Promise<T>) => await withTenantScope("none", async () => await run());

const supplier = await seedSupplier();
const stranger = await seedSupplier();
const inAMinute = new Date(Date.now() + 60_000);

test("a link about an address is found without a session, and in a session of another supplier", async () => {
  const token = await tokenOf(await register(), "proof");
  expect(await asNobody(() => readAddressLink(token))).toMatchObject({ kind: "proof" });
  expect(await withinSupplier(supplier.customerId, () => readAddressLink(token))).toMatchObject({ kind: "proof" });
});

test("a password reset link is found without a session, and in a session of another supplier", async () => {
  const id = newId("reset");
  await db.passwordReset.create({ data: { id, userId: supplier.userId, expiresAt: inAMinute } });
  const token = resetToken(id);
  expect(await asNobody(() => isResetOpen(token))).toBe(true);
  expect(await withinSupplier(stranger.customerId, () => isResetOpen(token))).toBe(true);
});

test("an invitation shows that the address has an account, even if that is another supplier's", async () => {
  const { customerId, userId } = supplier;
  const id = newId("invitation");
  const by = { invitedById: userId, invitedBy: "Frieda Brandt", role: "member" as const, expiresAt: inAMinute };
  await db.invitation.create({ data: { customerId, id, email: stranger.email, ...by } });
  const token = invitationToken({ customerId, id });
  expect(await asNobody(() => readInvitation(token))).toMatchObject({ hasAccount: true });
});

test("a taken address is found without a session, and in a session of another supplier", async () => {
  expect(await asNobody(() => isEmailTaken(stranger.email))).toBe(true);
  expect(await withinSupplier(supplier.customerId, () => isEmailTaken(stranger.email))).toBe(true);
});
