import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";
import { readCancelSummary } from "@/lib/subscriptions/cancel/data";
import { cancelSummary } from "@/lib/subscriptions/schema";

export const GET = route({
  access: "reader",
  summary: "What the supplier used in the last 30 days, and how much of it is still open",
  response: cancelSummary,
  handler: async ({ caller }) => await readCancelSummary(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
