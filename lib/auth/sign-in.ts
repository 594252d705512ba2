import { db } from "@/lib/core/db";
import { isPasswordOf } from "./passwords";

export interface SignedIn {
  id: string;
  email: string;
  name: string;
  /** The supplier the person works for; the first one joined, until they choose another. */
  customerId: string;
}

/** Undefined for every wrong combination, in the same time. */
export async function signIn(email: string, password: string): Promise<SignedIn | undefined> {
  const user = await db.user.findUnique({
    where: { email: email.trim().toLowerCase() },
    include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } },
  });
  const matches = await isPasswordOf(user?.passwordHash, password);
  const customerId = user?.memberships[0]?.customerId;
  if (!user || !matches || !customerId) return undefined;
  return { id: user.id, email: user.email, name: user.name, customerId };
}
