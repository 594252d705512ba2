"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";

/** Returns the picture of the current page from `heroes`, or `usual`; sibling pages share their frame. */
export function HeroOfPage({ heroes, usual }: { heroes: Record<string, ReactNode>; usual: ReactNode }) {
  const page = useSelectedLayoutSegment();
  return (page && heroes[page]) || usual;
}
