"use client";

import type { ReactNode } from "react";
import { useIsOwner } from "./may-change";

/** Shows its content to owners, and `otherwise` to everybody else. */
export function ForOwners({ children, otherwise = null }: { children: ReactNode; otherwise?: ReactNode }) {
  return useIsOwner() ? children : otherwise;
}
