import { encode } from "next-auth/jwt";
import { openSession } from "@/lib/auth/sessions/sessions";
import { db } from "@/lib/core/database/db";
import { seedSupplier } from "../prisma/seed/suppliers";

export interface Owner {
  customerId: string;
  /** The cookie header of a browser that is signed in. */
  cookie: string;
}

/** Creates a supplier's owner with a session in the browser. */
export async function signedInOwner(): Promise<Owner> {
  const { customerId, userId } = await seedSupplier({ paymentConditions: ["Lastschrift"] });
  const origin = { ip: "127.0.0.1", userAgent: "bench" };
  const session = { userId, customerId, isApi: false, stays: true, isClaimed: true };
  const sid = await db.$transaction((tx) => openSession(tx, session, origin));
  const token = await encode({ token: { sub: userId, customerId, sid }, secret: process.env.AUTH_SECRET as string });
  return { customerId, cookie: `einzug.session=${token}; CookieConsent=false` };
}
