import type { CustomerId } from "@/lib/auth/scope";
import { readExampleFacts, readLogo } from "@/lib/templates/record/data";
import type { PreviewView, TemplateAddress, TemplateInput } from "@/lib/templates/schema";
import type { WordingLogo } from "@/lib/templates/types";
import type { MandateFacts } from "./facts-schema";
import { renderMandateMail } from "./rendering";

/** Renders the mail with these texts for an invented payer. */
export async function renderPreview(
  customerId: CustomerId,
  address: TemplateAddress,
  input: TemplateInput,
): Promise<PreviewView> {
  const [facts, logo] = await Promise.all([readExampleFacts(customerId, address), readLogo(customerId, address)]);
  return await renderExample(address, input, facts, logo);
}

/**
 * Renders the preview from data that was read before. The logo is embedded as data, because a browser cannot read the
 * attachment of a mail.
 */
export async function renderExample(
  address: TemplateAddress,
  input: TemplateInput,
  facts: MandateFacts,
  logo: WordingLogo | null,
): Promise<PreviewView> {
  const logoSrc = logo ? `data:image/png;base64,${Buffer.from(logo.png).toString("base64")}` : "";
  const wording = { texts: input, replyTo: input.replyTo, logo };
  const { subject, html, text, replyTo = null } = await renderMandateMail(address.language, wording, facts, logoSrc);
  // A link must not navigate the preview's frame; the frame's sandbox blocks a link that opens a new window.
  return { subject, text, replyTo, html: html.replace("<head>", '<head><base target="_blank"/>') };
}
