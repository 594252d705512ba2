"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { PAGE_FIELD } from "./consent";

/**
 * A hidden field with the page that contains the form. The browser's Referer header is missing where the address is
 * secret.
 */
export function PageField() {
  const path = usePathname();
  const search = String(useSearchParams());
  return <input type="hidden" name={PAGE_FIELD} value={search ? `${path}?${search}` : path} />;
}
