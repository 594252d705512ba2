import { readStatistics } from "@/lib/customers/data";
import { statisticsView } from "@/lib/customers/schema";
import { otherMethods } from "@/lib/http/other-methods";
import { ofCustomer } from "@/lib/http/params";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "Figures of the dashboard",
  params: ofCustomer,
  response: statisticsView,
  handler: async ({ caller }) => await readStatistics(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
