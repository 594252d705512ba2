"use client";

import type { ReactNode } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button, type ButtonTone } from "@/components/ui/button";
import { openPortalAction } from "@/lib/subscriptions/actions";

/** Opens the vendor's own page, at an address created for one click. Offered to owners only. */
export function PortalButton({
  kind,
  tone,
  children,
}: {
  kind: "home" | "payment_method";
  tone?: ButtonTone;
  children: ReactNode;
}) {
  const { busy, refusal, run } = useAction<{ url: string }>();
  return (
    <div>
      <Button
        tone={tone}
        size="small"
        busy={busy}
        onClick={() =>
          run(
            () => openPortalAction({ kind }),
            ({ url }) => window.location.assign(url),
          )
        }
      >
        {children}
      </Button>
      <RefusalText refusal={refusal} />
    </div>
  );
}
