"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";

/** The box that has to be ticked, with both texts a click away (beside the form, so that nothing typed is lost). */
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
