import { callerIp, currentSession, type Session } from "@/lib/auth/session";
import type { Actor } from "@/lib/core/audit";
import { env } from "@/lib/core/env";
import { AppError } from "@/lib/core/errors";
import { addLogContext } from "@/lib/core/log";
import type { Role } from "@/lib/core/prisma/enums";

/** What a caller must be: nobody in particular, somebody of the supplier, or somebody who may change things. */
export type Access = "public" | "reader" | "member";

export type Caller = Session & { actor: Actor };

const WRITERS: Role[] = ["owner", "member"];

/**
 * @throws AppError `unauthenticated` without a valid session, `forbidden` for a read-only user who wants to write,
 *   `not_found` when the address names another supplier (a foreign id answers like a missing one)
 */
export async function requireCaller(access: Exclude<Access, "public">, addressedCustomerId?: string): Promise<Caller> {
  const session = await currentSession();
  if (!session) throw new AppError("unauthenticated");
  addLogContext({ customerId: session.customerId, userId: session.userId });
  if (addressedCustomerId !== undefined && addressedCustomerId !== session.customerId) throw new AppError("not_found");
  if (access === "member" && !WRITERS.includes(session.role)) throw new AppError("forbidden");
  return { ...session, actor: { userId: session.userId, userName: session.userName, ip: await callerIp() } };
}

/**
 * A cookie is sent along by any site that makes the browser call us; only our own pages may change things with it.
 *
 * @throws AppError `origin_mismatch`
 */
export function requireSameOrigin(request: Request, caller: Caller | undefined): void {
  if (request.method === "GET" || request.method === "HEAD" || caller?.by !== "cookie") return;
  if (request.headers.get("origin") !== new URL(env().APP_URL).origin) throw new AppError("origin_mismatch");
}
