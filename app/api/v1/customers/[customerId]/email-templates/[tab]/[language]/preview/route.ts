import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { renderPreview } from "@/lib/templates/mail/preview-rendering";
import { requireSound } from "@/lib/templates/record/mutations";
import { ofTemplate, previewView, templateInput } from "@/lib/templates/schema";

export const POST = route({
  access: "reader",
  summary: "A preview of the mail with this text, for a made-up payer",
  params: ofTemplate,
  body: templateInput,
  refusals: ["placeholder_unknown"],
  response: previewView,
  handler: async ({ caller, params: { tab, language }, body }) => {
    requireSound(body, { tab, language });
    return await renderPreview(caller.customerId, { tab, language }, body);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
