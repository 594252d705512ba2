"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** Hides its content on pages that already show the same information. */
export function HiddenOn({ paths, children }: { paths: string[]; children: ReactNode }) {
  return paths.includes(usePathname()) ? null : children;
}
