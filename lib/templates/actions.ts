"use server";

import { z } from "zod";
import { countTry } from "@/lib/auth/limits/limits";
import { action } from "@/lib/http/action";
import { requirePremium } from "@/lib/subscriptions/contract/access";
import { readTemplate } from "@/lib/templates/record/data";
import { deleteLogo, resetTemplate, saveTemplate, sendTestMail } from "@/lib/templates/record/mutations";
import { templateAddress, templateInput } from "./schema";

const addressed = z.object({ address: templateAddress });
const worded = addressed.extend({ input: templateInput });

export const saveTemplateAction = action({
  access: "member",
  gate: requirePremium,
  input: worded,
  handler: async ({ caller: { customerId, actor }, input: { address, input } }) => {
    await saveTemplate(customerId, address, input, actor);
    return await readTemplate(customerId, address);
  },
});

export const resetTemplateAction = action({
  access: "member",
  input: addressed,
  handler: async ({ caller: { customerId, actor }, input: { address } }) => {
    await resetTemplate(customerId, address, actor);
    return await readTemplate(customerId, address);
  },
});

export const deleteLogoAction = action({
  access: "member",
  input: addressed,
  handler: async ({ caller: { customerId, actor }, input: { address } }) => {
    await deleteLogo(customerId, address, actor);
    return await readTemplate(customerId, address);
  },
});

export const sendTestMailAction = action({
  access: "member",
  needsProvenAddress: true,
  gate: requirePremium,
  input: worded,
  handler: async ({ caller: { customerId, userId }, input: { address, input } }) => {
    await countTry("testMail", userId);
    return await sendTestMail(customerId, userId, address, input);
  },
});
