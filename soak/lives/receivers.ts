import * as gocardless from "@/app/api/webhooks/gocardless/route";
import * as lexoffice from "@/app/api/webhooks/lexoffice/route";

type Receiver = (request: Request) => Response | Promise<Response>;

/** The product's own webhook routes, by path and method. */
export const RECEIVERS: Record<string, { POST: Receiver; HEAD?: Receiver }> = {
  "/api/webhooks/gocardless": gocardless,
  "/api/webhooks/lexoffice": lexoffice,
};
