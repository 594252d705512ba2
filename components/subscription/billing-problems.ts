import { looksLikeEmail } from "@/lib/accounts/registration/rules";
import { readVatId } from "@/lib/core/formats/vat-id";

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

/** A problem per field, named by its key under `billing.problem` in messages/. */
export type BillingProblems = Partial<Record<BillingField, "required" | "email" | "vatId" | "vatIdCountry">>;

const REQUIRED: BillingField[] = ["company", "name", "address", "zip", "city", "country"];

/** Returns the problems that a browser can find; only the vendor can say whether a VAT id exists. */
export function billingProblems(fields: BillingFields): BillingProblems {
  const problems: BillingProblems = {};
  for (const name of REQUIRED) if (!fields[name]) problems[name] = "required";
  if (!looksLikeEmail(fields.email)) problems.email = fields.email ? "email" : "required";
  const vatId = fields.vatId.trim() === "" ? undefined : (readVatId(fields.vatId, fields.country) ?? "unknown");
  if (vatId === "unknown") problems.vatId = "vatId";
  if (vatId === "other_country") problems.vatId = "vatIdCountry";
  return problems;
}
