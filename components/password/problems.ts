import { passwordProblem } from "@/lib/accounts/password/rules";

/** Names a text under `password.problem` in messages/. */
export type NewPasswordProblem = "enterPassword" | "noMatch" | "password_short" | "password_weak";

/** Returns the mistakes in the two password fields of a form, by field and in the order of the form. */
export function newPasswordProblems(
  password: string,
  again: string,
): { password?: NewPasswordProblem; again?: NewPasswordProblem } {
  const weakness = password ? passwordProblem(password) : "enterPassword";
  const difference = again ? (password === again ? undefined : "noMatch") : "enterPassword";
  return { ...(weakness ? { password: weakness } : {}), ...(difference ? { again: difference } : {}) };
}
