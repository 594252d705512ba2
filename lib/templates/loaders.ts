import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { renderExample } from "@/lib/templates/mail/preview-rendering";
import { readExampleFacts, readTemplateWithLogo } from "@/lib/templates/record/data";
import type { TemplateAddress } from "./schema";

/** Loads one of the four mandate mails with its preview, for the editor. */
export const loadTemplate = cache(async (tab: TemplateAddress["tab"], language: TemplateAddress["language"]) => {
  const { customerId } = await pageSession();
  const address = { tab, language };
  const [{ view, logo }, facts] = await Promise.all([
    readTemplateWithLogo(customerId, address),
    readExampleFacts(customerId, address),
  ]);
  const preview = await renderExample(address, view, facts, logo);
  return { customerId, view, preview, ownEmail: facts.supplier.email };
});
