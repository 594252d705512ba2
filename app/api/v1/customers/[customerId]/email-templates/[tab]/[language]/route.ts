import { DONE, done } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { requirePremium } from "@/lib/subscriptions/contract/access";
import { readTemplate } from "@/lib/templates/record/data";
import { resetTemplate, saveTemplate } from "@/lib/templates/record/mutations";
import { ofTemplate, templateInput, templateView } from "@/lib/templates/schema";

export const GET = route({
  access: "reader",
  summary: "The text of one of the mails that ask for a mandate",
  params: ofTemplate,
  response: templateView,
  handler: async ({ caller, params: { tab, language } }) => await readTemplate(caller.customerId, { tab, language }),
});

export const PUT = route({
  access: "member",
  gate: requirePremium,
  summary: "Change the text of one of the mails that ask for a mandate",
  params: ofTemplate,
  body: templateInput,
  refusals: ["premium_required", "placeholder_unknown"],
  response: templateView,
  handler: async ({ caller, params: { tab, language }, body }) => {
    await saveTemplate(caller.customerId, { tab, language }, body, caller.actor);
    return await readTemplate(caller.customerId, { tab, language });
  },
});

export const DELETE = route({
  access: "member",
  summary: "Restore the standard text, without a logo",
  params: ofTemplate,
  response: done,
  handler: async ({ caller, params: { tab, language } }) => {
    await resetTemplate(caller.customerId, { tab, language }, caller.actor);
    return DONE;
  },
});

export const { POST, PATCH, OPTIONS } = otherMethods({ GET, PUT, DELETE });
