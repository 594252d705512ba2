import { z } from "zod";
import { PASSWORD_MAX } from "@/lib/accounts/password/rules";
import { isCountryCode } from "@/lib/accounts/registration/country-rules";
import { plainMobileNumber } from "@/lib/accounts/registration/rules";
import { plainEmail } from "@/lib/core/formats/mail-address";

/**
 * Accepts one line of text, and turns several blanks in a row into one. Length and characters are checked before that,
 * because the API describes them for the text as it was sent.
 */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, "must be one line of text")
    .trim()
    .overwrite((text) => text.replace(/\s+/g, " "));

/** Zod's own pattern, plus the ASCII form of a top-level domain in another script. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/;
/** An email address with a domain in any script. It is stored with the domain in ASCII. */
export const emailAddress = z
  .string()
  .max(254)
  .transform(plainEmail)
  .pipe(z.email({ pattern: EMAIL }).max(254));
/** A password that somebody types to prove their identity: any text of limited length. */
export const typedPassword = z.string().max(1_000);
/** A password that somebody chooses. `password-rules` and the list of common passwords judge its strength. */
export const newPassword = z.string().max(PASSWORD_MAX);
export const personName = line(120).min(1);
export const twoFactorCode = z.string().max(20).trim();
/** The proof that a running session still belongs to the same person. */
export const passwordProof = z.object({ password: typedPassword, twoFactorCode: twoFactorCode.optional() });

const company = {
  companyName: line(200).min(1),
  address: line(200).default(""),
  zip: line(20).default(""),
  city: line(100).min(1),
  countryCode: z.string().toUpperCase().refine(isCountryCode, "must be a two-letter country code"),
  mobileNumber: z
    .string()
    .max(40)
    .transform((typed, context) => {
      const plain = plainMobileNumber(typed);
      if (!plain) context.addIssue({ code: "custom", message: "Please enter a valid mobile number." });
      return plain ?? "";
    }),
};

/** The registration as the API accepts it. The VAT id may follow with the billing details. */
export const registration = z.object({
  name: personName,
  email: emailAddress,
  password: newPassword,
  vatId: line(20).default(""),
  ...company,
});
export type Registration = z.output<typeof registration>;

/** The form also has the box for the terms, which must be ticked. */
export const registrationForm = registration.extend({
  acceptedTermsOfService: z.boolean(),
});

export const companyDetails = z.object({ ...company, email: emailAddress, website: line(200), vatId: line(20) });

export const registrationProgress = z.object({
  acceptedTermsOfService: z.boolean().optional(),
  lastRegistrationStep: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
});

export const emailPreferences = z.object({ marketing: z.boolean(), productUpdates: z.boolean() });

export const role = z.enum(["owner", "member", "read_only"]);

/** Parameters of `/service/login`: an API token, and the person and supplier of its session. */
export const signInLink = z.object({
  jwtToken: z.string().max(2_000),
  userId: z.string().max(64),
  customerId: z.string().max(64),
});
export type SignInLink = z.output<typeof signInLink>;
