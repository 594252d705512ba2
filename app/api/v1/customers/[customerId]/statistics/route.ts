import { statisticsView } from "@/lib/customers/schema";
import { readStatistics } from "@/lib/dashboard/statistics-data";
import { ofCustomer } from "@/lib/http/body/params";
import { otherMethods } from "@/lib/http/refusals/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  access: "reader",
  summary: "Figures of the dashboard",
  params: ofCustomer,
  response: statisticsView,
  handler: async ({ caller }) => await readStatistics(caller.customerId),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
