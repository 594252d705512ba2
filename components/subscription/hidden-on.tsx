"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** Left out on pages that say the same themselves. */
export function HiddenOn({ paths, children }: { paths: string[]; children: ReactNode }) {
  return paths.includes(usePathname()) ? null : children;
}
