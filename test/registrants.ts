import { randomUUID } from "node:crypto";
import { resetPassword } from "@/lib/accounts/password/mutations";
import { registerCustomer } from "@/lib/accounts/registration/mutations";
import { addressToken, resetToken } from "@/lib/auth/link-tokens";
import { sessionOf } from "@/lib/auth/sessions/session";
import { openSession } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { AddressLinkKind } from "@/lib/core/prisma/enums";

/** People who have just registered, and what an attacker can plant in an account. */
export const ORIGIN = { ip: "203.0.113.71", locale: "en" as const };
export const PASSWORD = "Kormoran-4711-Wind-!!";

export function newEmail(): string {
  return `ada-${randomUUID().slice(0, 8)}@gaertnerei.example`;
}

export async function register(email = newEmail()) {
  const company = { companyName: `Gärtnerei ${randomUUID().slice(0, 8)}`, address: "", zip: "", city: "Wismar" };
  const form = { ...company, countryCode: "DE", mobileNumber: "+491511234567", vatId: "" };
  const person = await registerCustomer({ ...form, name: "Ada Nordwind", email, password: PASSWORD }, ORIGIN);
  return { ...person, actor: { userId: person.userId, userName: person.name, ip: ORIGIN.ip } };
}

type Person = Awaited<ReturnType<typeof register>>;

export async function signedIn({ userId, customerId }: Pick<Person, "userId" | "customerId">) {
  const kind = { isApi: false, stays: false, isClaimed: true, provedAt: new Date() };
  const sessionId = await openSession(db, { userId, customerId, ...kind }, { ip: ORIGIN.ip, userAgent: "" });
  const session = await sessionOf({ userId, customerId, sessionId }, "cookie");
  if (!session) throw new Error("no session");
  return { ...session, actor: { userId, userName: session.userName, ip: ORIGIN.ip } };
}

/** Returns the token of the newest mail of this kind. */
export async function tokenOf({ userId }: Pick<Person, "userId">, kind: AddressLinkKind): Promise<string> {
  const { id } = await db.addressLink.findFirstOrThrow({ where: { userId, kind }, orderBy: { id: "desc" } });
  return addressToken(id);
}

export async function isProven({ userId }: Pick<Person, "userId">): Promise<boolean> {
  return (await db.user.findUniqueOrThrow({ where: { id: userId } })).emailProvenAt !== null;
}

export async function reset(userId: string) {
  const id = newId("reset");
  await db.passwordReset.create({ data: { id, userId, expiresAt: new Date(Date.now() + 60_000) } });
  return await resetPassword(resetToken(id), "Eisvogel-0815-Bach-!!", ORIGIN.ip);
}

/** Plants what an attacker can: a passkey, a second factor with recovery codes, a device and an invitation. */
export async function plant({ userId, customerId }: Pick<Person, "userId" | "customerId">): Promise<void> {
  const at = new Date();
  await db.passkey.create({
    data: { id: newId("passkey"), userId, credentialId: randomUUID(), publicKey: "x", name: "Firefox, Linux" },
  });
  await db.user.update({ where: { id: userId }, data: { twoFactorSecret: "sealed", twoFactorEnabledAt: at } });
  await db.recoveryCode.create({ data: { userId, hash: randomUUID() } });
  await db.knownDevice.create({ data: { userId, fingerprint: randomUUID() } });
  const expiresAt = new Date(at.getTime() + 60_000);
  const ivt = { customerId, id: newId("invitation"), email: newEmail(), role: "owner" as const, expiresAt };
  await db.invitation.create({ data: { ...ivt, invitedById: userId, invitedBy: "Ada" } });
}

export async function planted(userId: string): Promise<number[]> {
  const where = { userId };
  return [
    await db.passkey.count({ where }),
    await db.recoveryCode.count({ where }),
    await db.knownDevice.count({ where }),
    await db.invitation.count({ where: { invitedById: userId } }),
    await db.user.count({ where: { id: userId, twoFactorEnabledAt: { not: null } } }),
  ];
}
