import { DONE, done } from "@/lib/http/params";
import { route } from "@/lib/http/route";
import { MAX_LOGO_BYTES } from "@/lib/notices/logo-rules";
import { readTemplate } from "@/lib/notices/template-data";
import { deleteLogo, storeLogo } from "@/lib/notices/template-mutations";
import { logoUpload, ofTemplate, templateView } from "@/lib/notices/template-schema";

export const POST = route({
  access: "member",
  summary: "Show a logo in this mail, or in all four",
  params: ofTemplate,
  body: logoUpload,
  // The form around the file takes some bytes, too.
  multipart: { maxBytes: 2 * MAX_LOGO_BYTES },
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
