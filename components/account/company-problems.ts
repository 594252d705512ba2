import { looksLikeEmail, plainMobileNumber } from "@/lib/accounts/registration/rules";

export interface CompanyFields {
  companyName: string;
  address: string;
  zip: string;
  city: string;
  countryCode: string;
  email: string;
  mobileNumber: string;
  website: string;
  vatId: string;
}

export type CompanyField = keyof CompanyFields;

/**
 * A problem per field, named by its key under `register.problem` in messages/. The rules are the same as at
 * registration.
 */
export type CompanyProblems = Partial<Record<CompanyField, "required" | "email" | "mobile" | "companyTaken">>;

const REQUIRED: CompanyField[] = ["companyName", "address", "zip", "city", "countryCode"];

export function companyProblems(fields: CompanyFields): CompanyProblems {
  const problems: CompanyProblems = {};
  for (const name of REQUIRED) if (!fields[name]) problems[name] = "required";
  if (!looksLikeEmail(fields.email)) problems.email = "email";
  if (!plainMobileNumber(fields.mobileNumber)) problems.mobileNumber = "mobile";
  return problems;
}
