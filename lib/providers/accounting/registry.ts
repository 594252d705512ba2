import { env } from "@/lib/core/env";
import type { LexwareAccess } from "./lexware/client";
import { lexwareAccounting } from "./lexware/index";
import type { Accounting } from "./port";
import { sevdeskAccounting } from "./sevdesk/index";

/** The systems a supplier's books can be kept in, as far as we read them. */
export type BooksType = "LEXOFFICE" | "SEVDESK";

/** Adding a system is a compile error here until it is done. */
export function accountingOf(type: BooksType, access: Omit<LexwareAccess, "apiUrl" | "timeoutMs">): Accounting {
  switch (type) {
    case "LEXOFFICE":
      return lexwareAccounting({
        ...access,
        apiUrl: env().LEXOFFICE_API_URL,
        timeoutMs: env().PROVIDER_TIMEOUT_MS,
        accountSystem: env().LEXOFFICE_ACCOUNT_SYSTEM,
      });
    case "SEVDESK":
      return sevdeskAccounting({ ...access, apiUrl: env().SEVDESK_API_URL, timeoutMs: env().PROVIDER_TIMEOUT_MS });
    default:
      return type satisfies never;
  }
}
