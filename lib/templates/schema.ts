import { z } from "zod";
import { emailAddress } from "@/lib/accounts/schema";
import { sanitiseLine, sanitiseText } from "@/lib/core/text/sanitise";
import { ofCustomer } from "@/lib/http/body/params";
import { MAX_LOGO_BYTES } from "@/lib/templates/logo/rules";
import { FIELD_LENGTHS, TABS, type TemplateField } from "@/lib/templates/texts/rules";

/** Identifies one of the four mandate mails. */
export const templateAddress = z.object({ tab: z.enum(TABS), language: z.enum(["de", "en"]) });
export type TemplateAddress = z.output<typeof templateAddress>;

export const ofTemplate = ofCustomer.extend(templateAddress.shape);

const line = (field: TemplateField) =>
  z
    .string()
    .max(FIELD_LENGTHS[field])
    .transform((text) => sanitiseLine(text));
const lines = (field: TemplateField) =>
  z
    .string()
    .max(FIELD_LENGTHS[field])
    .transform((text) => sanitiseText(text).trim());

/** The texts that a supplier can edit; `templateFaults` checks whether the placeholders fit the mail. */
export const templateInput = z.object({
  isActive: z.boolean(),
  subject: line("subject"),
  headline: line("headline"),
  subtitle: line("subtitle"),
  body: lines("body"),
  shortInfo: lines("shortInfo"),
  /** Null means the supplier's own address. */
  replyTo: emailAddress.nullable(),
});
export type TemplateInput = z.output<typeof templateInput>;

export const templateView = z.object({
  ...templateAddress.shape,
  isActive: z.boolean(),
  subject: z.string(),
  headline: z.string(),
  subtitle: z.string(),
  body: z.string(),
  shortInfo: z.string(),
  replyTo: z.string().nullable(),
  /** True while the supplier has saved no texts: the view contains our own. */
  isDefault: z.boolean(),
  logo: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  /** The placeholders of this mail. */
  placeholders: z.array(z.string()),
});
export type TemplateView = z.output<typeof templateView>;

export const previewView = z.object({
  subject: z.string(),
  replyTo: z.string().nullable(),
  html: z.string(),
  text: z.string(),
});
export type PreviewView = z.output<typeof previewView>;

/** The upload of a logo. Whether it is an image is decided by its bytes, not by the declared type. */
export const logoUpload = z.object({
  logo: z.file().superRefine((file, context) => {
    if (file.size > MAX_LOGO_BYTES)
      context.addIssue({ code: "custom", message: "too large", params: { errorCode: "logo_invalid" } });
  }),
  /** True to use the logo for all four mails instead of this one. */
  everywhere: z.stringbool().default(false),
});
