import type { Refusal } from "@/components/action/use-action";
import { passwordProblem } from "@/lib/accounts/password/rules";
import { looksLikeEmail, plainMobileNumber } from "@/lib/accounts/registration/rules";

export interface RegisterFields {
  companyName: string;
  address: string;
  zip: string;
  city: string;
  countryCode: string;
  firstName: string;
  lastName: string;
  email: string;
  mobileNumber: string;
  password: string;
  terms: boolean;
}

export type FieldName = keyof RegisterFields;

/** Names a text under `register.problem` in messages/. */
export type RegisterProblem =
  | "required"
  | "name"
  | "email"
  | "emailTaken"
  | "emailUnchecked"
  | "companyTaken"
  | "mobile"
  | "short"
  | "weak"
  | "notStrong"
  | "terms";

export type Problems = Partial<Record<FieldName, RegisterProblem>>;

const REQUIRED: FieldName[] = ["companyName", "address", "zip", "city", "countryCode", "firstName"];

/** Returns what is missing or wrong, in the order of the form: the first field gets the focus. */
export function problemsOf(fields: RegisterFields): Problems {
  const problems: Problems = {};
  for (const name of REQUIRED) if (!fields[name]) problems[name] = "required";
  if (!fields.lastName) problems.lastName = "name";
  if (!looksLikeEmail(fields.email)) problems.email = "email";
  if (!plainMobileNumber(fields.mobileNumber)) problems.mobileNumber = "mobile";
  const password = passwordProblem(fields.password);
  if (password) problems.password = password === "password_short" ? "short" : "notStrong";
  if (!fields.terms) problems.terms = "terms";
  return problems;
}

/**
 * Returns true if a problem prevents sending. An address that could not be checked does not, because the server checks
 * it again.
 */
export function blocks([, problem]: [string, RegisterProblem]): boolean {
  return problem !== "emailUnchecked";
}

/** Assigns the server's refusal to its field; empty for refusals that belong to no field. */
export function problemOfRefusal(code: Refusal["code"] | undefined): Problems {
  switch (code) {
    case "email_taken":
      return { email: "emailTaken" };
    case "company_taken":
      return { companyName: "companyTaken" };
    case "password_short":
      return { password: "short" };
    case "password_weak":
      return { password: "weak" };
    case "terms_required":
      return { terms: "terms" };
    default:
      return {};
  }
}
