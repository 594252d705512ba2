/** Shortest password; the limit above keeps hashing cheap. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
/** Of five steps; below it a password is refused. */
export const PASSWORD_REQUIRED_SCORE = 4;

/** The labels of the strength bar, by score. */
export const STRENGTH_LEVELS = ["too_weak", "weak", "fair", "strong", "very_strong"] as const;
export type StrengthLevel = (typeof STRENGTH_LEVELS)[number];

/** Each has a text under `password.lack` in messages/. */
export type PasswordLack = "length" | "specials" | "digits" | "letters";

const PASSWORD_MIN_OF_KIND = 2;
const KINDS = { specials: /[^\p{L}\d\s]/gu, digits: /\d/g, letters: /\p{L}/gu };

/**
 * What the characters of a new password lack, in the order of the hint; whether it is common is known on the server only.
 * The two texts of the specification (two special characters and two numbers, or two letters) are both asked for: the
 * safer reading.
 */
export function passwordLacks(password: string): PasswordLack[] {
  const has = (kind: keyof typeof KINDS) => (password.match(KINDS[kind])?.length ?? 0) >= PASSWORD_MIN_OF_KIND;
  const lacksOfKind = (["specials", "digits", "letters"] as const).filter((kind) => !has(kind));
  return password.length < PASSWORD_MIN ? ["length", ...lacksOfKind] : lacksOfKind;
}

/**
 * Strength from 0 (nothing typed) to 5: a point for each kind of character and one for the length. A password that lacks
 * something is never more than fair, and one that lacks nothing is at least strong: what the bar says and what the rules
 * take is one thing.
 */
export function passwordScore(password: string): number {
  if (password === "") return 0;
  // Letters that have no case count as small ones.
  const kinds = [/[^\P{L}\p{Lu}]/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const score = password.length >= PASSWORD_MIN ? kinds + 1 : kinds;
  return passwordLacks(password).length > 0 ? Math.min(score, PASSWORD_REQUIRED_SCORE - 1) : score;
}

export function strengthLevel(password: string): StrengthLevel | undefined {
  return STRENGTH_LEVELS[passwordScore(password) - 1];
}

/** The refusal of a new password that lacks something. */
export function passwordProblem(password: string): "password_short" | "password_weak" | undefined {
  const [first] = passwordLacks(password);
  if (first === "length") return "password_short";
  return first ? "password_weak" : undefined;
}
