import { env } from "@/lib/core/env";
import type { AskedDoor } from "../door";
import { sevdeskAccounting } from "./index";

export const sevdeskDoor: AskedDoor = {
  open: (access) =>
    sevdeskAccounting({ ...access, apiUrl: env().SEVDESK_API_URL, timeoutMs: env().PROVIDER_TIMEOUT_MS }),
};
