import { env } from "@/lib/core/env";
import type { OnlineConnector } from "../door";
import { sevdeskAccounting } from "./index";

export const sevdeskConnector: OnlineConnector = {
  open: (access) =>
    sevdeskAccounting({ ...access, apiUrl: env().SEVDESK_API_URL, timeoutMs: env().PROVIDER_TIMEOUT_MS }),
};
