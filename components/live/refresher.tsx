"use client";

import { useEffect } from "react";
import { useRouter } from "@/components/ui/use-router";

const EVERY_MS = 1_000;

/** While something moves that one watches: the screen is rendered again every second, unless nobody looks. */
export function Refresher() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
