"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useUpgrade } from "./upgrade";

export function UpgradeButton({ children }: { children: ReactNode }) {
  const ask = useUpgrade();
  return (
    <Button size="small" onClick={ask}>
      {children}
    </Button>
  );
}
