"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

/** A plain form that posts to an address. So it works without scripts, and after a new version was deployed. */
export function SignForm({
  action,
  className,
  buttonClassName,
  children,
}: {
  action: string;
  className?: string;
  buttonClassName?: string;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // "Back" may restore this page from the browser's cache with the button still busy.
    const awake = () => setBusy(false);
    window.addEventListener("pageshow", awake);
    return () => window.removeEventListener("pageshow", awake);
  }, []);
  return (
    <form method="post" action={action} onSubmit={() => setBusy(true)} className={className}>
      <Button type="submit" tone="primary" busy={busy} className={buttonClassName}>
        {children}
      </Button>
    </form>
  );
}
