"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";

/** The pages beside one another share their frame; those named in `heroes` bring a picture of their own. */
export function HeroOfPage({ heroes, usual }: { heroes: Record<string, ReactNode>; usual: ReactNode }) {
  const page = useSelectedLayoutSegment();
  return (page && heroes[page]) || usual;
}
