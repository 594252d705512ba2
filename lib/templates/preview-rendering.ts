import type { CustomerId } from "@/lib/auth/scope";
import { readExampleFacts, readLogo } from "./data";
import type { MandateFacts } from "./facts-schema";
import { renderMandateMail } from "./rendering";
import type { PreviewView, TemplateAddress, TemplateInput } from "./schema";
import type { WordingLogo } from "./types";

/** The mail as it would go out with these words, for a made-up payer. */
export async function renderPreview(
  customerId: CustomerId,
  address: TemplateAddress,
  input: TemplateInput,
): Promise<PreviewView> {
  const [facts, logo] = await Promise.all([readExampleFacts(customerId, address), readLogo(customerId, address)]);
  return await renderExample(address, input, facts, logo);
}

/**
 * The same from what was read already. The logo lies in it as data, because a browser cannot look inside a mail.
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
  // Within the frame of a page a link would lead the frame away; one for a new window is kept shut by its sandbox.
  return { subject, text, replyTo, html: html.replace("<head>", '<head><base target="_blank"/>') };
}
