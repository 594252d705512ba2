import { cache } from "react";
import { db } from "@/lib/core/db";
import { pageSession } from "@/lib/customers/loaders";
import { readTemplate } from "./data";
import { renderPreview } from "./preview-rendering";
import type { TemplateAddress } from "./schema";

/** One of the four mails with its preview, for the editor. */
export const loadTemplate = cache(async (tab: TemplateAddress["tab"], language: TemplateAddress["language"]) => {
  const { customerId } = await pageSession();
  const address = { tab, language };
  const [view, customer] = await Promise.all([
    readTemplate(customerId, address),
    db.customer.findUniqueOrThrow({ where: { id: customerId }, select: { email: true } }),
  ]);
  return { customerId, view, preview: await renderPreview(customerId, address, view), ownEmail: customer.email };
});
