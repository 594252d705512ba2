"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { PAGE_FIELD } from "./consent";

/** Names the page that a form stands on. The browser does not, where the address of the page is a secret. */
export function PageField() {
  const path = usePathname();
  const search = String(useSearchParams());
  return <input type="hidden" name={PAGE_FIELD} value={search ? `${path}?${search}` : path} />;
}
