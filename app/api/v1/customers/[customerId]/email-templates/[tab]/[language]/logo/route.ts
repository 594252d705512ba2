import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requirePremium } from "@/lib/subscriptions/contract/access";
import { MAX_LOGO_BYTES } from "@/lib/templates/logo/rules";
import { readTemplate } from "@/lib/templates/record/data";
import { deleteLogo, storeLogo } from "@/lib/templates/record/mutations";
import { logoUpload, ofTemplate, templateView } from "@/lib/templates/schema";

export const POST = route({
  access: "member",
  gate: requirePremium,
  summary: "Show a logo in this mail, or in all four",
  params: ofTemplate,
  body: logoUpload,
  // Twice the limit of the file, because the multipart form adds some bytes.
  multipart: { maxBytes: 2 * MAX_LOGO_BYTES },
  refusals: ["premium_required", "logo_invalid"],
  response: templateView,
  handler: async ({ caller, params: { tab, language }, body: { logo, everywhere } }) => {
    const bytes = new Uint8Array(await logo.arrayBuffer());
    await storeLogo(caller.customerId, { tab, language }, { bytes, everywhere }, caller.actor);
    return await readTemplate(caller.customerId, { tab, language });
  },
});

export const DELETE = route({
  access: "member",
  summary: "Show no logo in this mail",
  params: ofTemplate,
  response: done,
  handler: async ({ caller, params: { tab, language } }) => {
    await deleteLogo(caller.customerId, { tab, language }, caller.actor);
    return DONE;
  },
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods({ POST, DELETE });
