/** The shortest and the longest password. The upper limit keeps hashing cheap. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
/** The lowest score, out of five, with which a password is accepted. */
export const PASSWORD_REQUIRED_SCORE = 4;

/** The labels of the strength bar, by score. */
export const STRENGTH_LEVELS = ["too_weak", "weak", "fair", "strong", "very_strong"] as const;
export type StrengthLevel = (typeof STRENGTH_LEVELS)[number];

/** The requirements that a password can fail. Each has a text under `password.lack` in messages/. */
export type PasswordLack = "length" | "specials" | "digits" | "letters";

const PASSWORD_MIN_OF_KIND = 2;
const KINDS = { specials: /[^\p{L}\d\s]/gu, digits: /\d/g, letters: /\p{L}/gu };

/**
 * Returns what the characters of a new password lack, in the order of the hint. Only the server checks whether it is
 * common. The specification has two texts: two special characters and two numbers, or two letters. Both are required,
 * which is the safer reading.
 */
export function passwordLacks(password: string): PasswordLack[] {
  const has = (kind: keyof typeof KINDS) => (password.match(KINDS[kind])?.length ?? 0) >= PASSWORD_MIN_OF_KIND;
  const lacksOfKind = (["specials", "digits", "letters"] as const).filter((kind) => !has(kind));
  return password.length < PASSWORD_MIN ? ["length", ...lacksOfKind] : lacksOfKind;
}

/**
 * Returns the strength from 0 (nothing typed) to 5: a point for each kind of character and one for the length. A
 * password that lacks something is at most fair, and one that lacks nothing at least strong. So the bar agrees with the
 * rules.
 */
export function passwordScore(password: string): number {
  if (password === "") return 0;
  // Letters without case count as lower case.
  const kinds = [/[^\P{L}\p{Lu}]/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const score = password.length >= PASSWORD_MIN ? kinds + 1 : kinds;
  return passwordLacks(password).length > 0 ? Math.min(score, PASSWORD_REQUIRED_SCORE - 1) : score;
}

export function strengthLevel(password: string): StrengthLevel | undefined {
  return STRENGTH_LEVELS[passwordScore(password) - 1];
}

/** Returns the refusal of a new password that lacks something. */
export function passwordProblem(password: string): "password_short" | "password_weak" | undefined {
  const [first] = passwordLacks(password);
  if (first === "length") return "password_short";
  return first ? "password_weak" : undefined;
}
