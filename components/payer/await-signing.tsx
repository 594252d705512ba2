"use client";

import { useEffect } from "react";
import { useRouter } from "@/components/ui/use-router";

const EVERY_MS = 3_000;
const TRIES = 20;

/** The provider may need a moment after the payer's last click; the page looks again for a minute. */
export function AwaitSigning() {
  const router = useRouter();
  useEffect(() => {
    let left = TRIES;
    const timer = setInterval(() => {
      left -= 1;
      if (left < 0) clearInterval(timer);
      else router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
