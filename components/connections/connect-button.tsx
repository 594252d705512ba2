"use client";

import type { ReactNode } from "react";
import { useMayChange } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button, type ButtonSize, type ButtonTone } from "@/components/ui/button";
import { startConnectionAction } from "@/lib/connections/actions";
import type { OauthType } from "@/lib/vendors/types";

/** Opens the vendor's own consent page, which returns to our address. Hidden from people who may only read. */
export function ConnectButton({
  type,
  tone = "primary",
  size,
  children,
}: {
  type: OauthType;
  tone?: ButtonTone;
  size?: ButtonSize;
  children: ReactNode;
}) {
  const { busy, refusal, run } = useAction<{ url: string }>();
  if (!useMayChange()) return null;
  return (
    <div>
      <Button
        tone={tone}
        size={size}
        busy={busy}
        onClick={() =>
          run(
            () => startConnectionAction({ type }),
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
