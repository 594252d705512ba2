import { looksLikeEmail } from "@/lib/accounts/registration-rules";

export interface BillingFields {
  company: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  zip: string;
  city: string;
  vatId: string;
  country: string;
}

export type BillingField = keyof BillingFields;

/** Texts under `billing.problem` in messages/. */
export type BillingProblems = Partial<Record<BillingField, "required" | "email" | "vatId">>;

const REQUIRED: BillingField[] = ["company", "name", "address", "zip", "city", "country"];

/** What a browser can see; whether a VAT id can be one in its country is for the server to say. */
export function billingProblems(fields: BillingFields): BillingProblems {
  const problems: BillingProblems = {};
  for (const name of REQUIRED) if (!fields[name]) problems[name] = "required";
  if (!looksLikeEmail(fields.email)) problems.email = fields.email ? "email" : "required";
  const vatId = fields.vatId.replace(/[\s.-]/g, "").toUpperCase();
  if (vatId && !/^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(vatId)) problems.vatId = "vatId";
  return problems;
}
