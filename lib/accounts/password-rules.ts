/** Shortest password; the limit above keeps hashing cheap. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
/** Of five steps; below it a password is refused. */
export const PASSWORD_REQUIRED_SCORE = 4;

/** The labels of the strength bar, by score. */
export const STRENGTH_LEVELS = ["too_weak", "weak", "fair", "strong", "very_strong"] as const;
export type StrengthLevel = (typeof STRENGTH_LEVELS)[number];

/**
 * Strength from 0 (nothing typed) to 5: a point for each kind of character and one for the length.
 * A password shorter than the minimum is never more than fair, whatever it is made of.
 */
export function passwordScore(password: string): number {
  if (password === "") return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const isLong = password.length >= PASSWORD_MIN;
  return isLong ? kinds + 1 : Math.min(kinds, PASSWORD_REQUIRED_SCORE - 1);
}

export function strengthLevel(password: string): StrengthLevel | undefined {
  return STRENGTH_LEVELS[passwordScore(password) - 1];
}

/**
 * What a new password lacks, as far as its characters tell; commonness is known on the server only. The two texts of
 * the specification (two special characters and two numbers, or two letters) are both asked for: the safer reading.
 */
export function passwordProblem(password: string): "password_short" | "password_weak" | undefined {
  if (password.length < PASSWORD_MIN) return "password_short";
  const count = (kind: RegExp) => password.match(kind)?.length ?? 0;
  const isMixed = count(/\d/g) >= 2 && count(/[^\p{L}\d\s]/gu) >= 2 && count(/\p{L}/gu) >= 2;
  return isMixed && passwordScore(password) >= PASSWORD_REQUIRED_SCORE ? undefined : "password_weak";
}
