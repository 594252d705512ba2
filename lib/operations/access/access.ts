import type { Session } from "@/lib/auth/sessions/session";
import { db } from "@/lib/core/database/db";
import { AppError } from "@/lib/core/web/errors";

/** `weak`: an operator without a second factor, or whose session did not begin with it. */
export type OperatorAccess = "none" | "weak" | "operator";

/**
 * Returns the operator status of a session. It is read at every page and action, so that the right ends with its row,
 * the second factor or the session.
 */
export async function operatorAccess({
  userId,
  sessionId,
  by,
}: Pick<Session, "userId" | "sessionId" | "by">): Promise<OperatorAccess> {
  if (by !== "cookie") return "none";
  const row = await db.operator.findUnique({
    where: { userId },
    include: {
      user: {
        select: { twoFactorEnabledAt: true, sessions: { where: { id: sessionId }, select: { hasSecondFactor: true } } },
      },
    },
  });
  if (!row) return "none";
  const { twoFactorEnabledAt, sessions } = row.user;
  return twoFactorEnabledAt && sessions[0]?.hasSecondFactor ? "operator" : "weak";
}

/** @throws AppError `not_found` for everybody but operators, as if there were nothing here */
export async function requireOperator(session: Pick<Session, "userId" | "sessionId" | "by">): Promise<void> {
  if ((await operatorAccess(session)) !== "operator") throw new AppError("not_found");
}
