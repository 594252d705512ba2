import { SignJWT, UnsecuredJWT } from "jose";
import { encode } from "next-auth/jwt";
import { db } from "../../lib/core/database/db";
import { newId } from "../../lib/core/formats/ids";
import type { Supplier } from "./supplier";

/** Creates sessions without a sign-in, and valid and invalid tokens for these. */
const SECRET = process.env.AUTH_SECRET ?? "";
export const COOKIE = "einzug.session";

export interface Person {
  supplier: Pick<Supplier, "customerId" | "userId">;
  sessionId: string;
}

/** Stores a session in the database: for bearer tokens if `isApi`, otherwise for cookies. */
export async function personOf(supplier: Person["supplier"], isApi: boolean): Promise<Person> {
  const id = newId("session");
  const { userId, customerId } = supplier;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const origin = { ip: "2001:db8::5", userAgent: "table" };
  const at = new Date();
  await db.session.create({
    data: { id, userId, customerId, isApi, expiresAt, claimedAt: at, provedAt: at, ...origin },
  });
  return { supplier, sessionId: id };
}

function claimsOf({ supplier, sessionId }: Person) {
  return { sid: sessionId, customerId: supplier.customerId };
}

export async function bearer(person: Person, change: { secret?: string; expires?: number } = {}): Promise<string> {
  const at = Math.floor(Date.now() / 1_000);
  return await new SignJWT(claimsOf(person))
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(person.supplier.userId)
    .setAudience("einzug-api")
    .setIssuedAt(at - 7_200)
    .setExpirationTime(at + (change.expires ?? 3_600))
    .sign(new TextEncoder().encode(change.secret ?? SECRET));
}

export function unsigned(person: Person): string {
  return new UnsecuredJWT(claimsOf(person))
    .setSubject(person.supplier.userId)
    .setAudience("einzug-api")
    .setExpirationTime("1h")
    .encode();
}

export async function cookie(person: Person, change: { secret?: string; maxAge?: number } = {}): Promise<string> {
  const token = { sub: person.supplier.userId, ...claimsOf(person) };
  return await encode({ token, secret: change.secret ?? SECRET, maxAge: change.maxAge ?? 3_600 });
}
