import type { PayerDetails } from "@/lib/providers/payments/port";

/** A payer as the accounting system returns them. */
export const PAYER: PayerDetails = {
  companyName: "Café Ähre",
  firstName: null,
  lastName: null,
  email: "zahler@aehre.example",
  street: "Ahornweg 4",
  zip: "01099",
  city: "Dresden",
  countryCode: "DE",
};
