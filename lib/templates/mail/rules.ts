import type { MandateFacts } from "./facts-schema";

/** Returns the facts about the supplier for a mail. */
export function supplierFacts(customer: {
  companyName: string;
  address: string;
  zip: string;
  city: string;
  countryCode: string;
  email: string;
  mobileNumber: string;
  website: string;
}): MandateFacts["supplier"] {
  const { companyName, address, zip, city, countryCode, email, mobileNumber, website } = customer;
  return { name: companyName, address, zip, city, countryCode, email, phone: mobileNumber, website };
}
