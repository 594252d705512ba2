"use client";

import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button, type ButtonSize, type ButtonTone } from "@/components/ui/button";
import { startSignInAction } from "@/lib/datev/actions";

/** Opens DATEV's own sign-in page, where a person allows us to upload files. */
export function SignInButton({ tone, size, children }: { tone: ButtonTone; size?: ButtonSize; children: string }) {
  const { busy, refusal, run } = useAction<{ url: string }>();
  const mayAct = useMayAct();
  if (!mayAct) return null;
  const start = () =>
    run(
      () => startSignInAction({}),
      ({ url }) => window.location.assign(url),
    );
  return (
    <div className="min-w-0">
      <Button tone={tone} size={size} busy={busy} onClick={start}>
        {children}
      </Button>
      <RefusalText refusal={refusal} />
    </div>
  );
}
