"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

/** A plain form to an address: it works without scripts, and on a page that was opened before a new version was put out. */
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
    // The step back may bring this very page again, as it was left.
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
