"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";

/** The checkbox for terms and privacy. Its links open in new tabs, so that nothing typed is lost. */
export function TermsBox({ error }: { error?: string }) {
  const t = useTranslations("register");
  const link = (href: string) => (chunks: ReactNode) => (
    <Link href={href} target="_blank" className="text-action underline underline-offset-2">
      {chunks}
    </Link>
  );
  const label = t.rich("terms", { terms: link("/terms"), privacy: link("/privacy") });
  return <Checkbox id="terms" name="terms" error={error} label={label} />;
}
