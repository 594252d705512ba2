import type { Session } from "@/lib/auth/session";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";

/** `weak`: an operator, but the session did not begin with a second factor. */
export type OperatorStanding = "none" | "weak" | "operator";

/** Asked at every page and every action: the right ends with its row, the second factor or the session. */
export async function operatorStanding({
  userId,
  sessionId,
  by,
}: Pick<Session, "userId" | "sessionId" | "by">): Promise<OperatorStanding> {
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

/** @throws AppError `not_found`: for everybody else there is nothing here */
export async function requireOperator(session: Pick<Session, "userId" | "sessionId" | "by">): Promise<void> {
  if ((await operatorStanding(session)) !== "operator") throw new AppError("not_found");
}
