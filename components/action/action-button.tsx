"use client";

import { type ReactNode, useState } from "react";
import { useUpgrade } from "@/components/subscription/upgrade";
import { Button, type ButtonSize, type ButtonTone } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Confirmation } from "@/components/ui/confirm-window";
import { say } from "@/components/ui/toast";
import { useRouter } from "@/components/ui/use-router";
import type { ActionResult } from "@/lib/core/web/action-result";
import { useMayAct, useMayChange, useNeedsPremium } from "./may-change";
import { RefusalText } from "./refusal-text";
import { useAction } from "./use-action";
import { type Undo, useTakeBack } from "./use-take-back";

/**
 * A button for one bound server action. It asks for confirmation where one is given, and shows a refusal next to the
 * button. Hidden from people who may only read, unless it changes only what is theirs.
 */
export function ActionButton({
  action,
  children,
  done,
  undo,
  tone,
  size,
  icon,
  confirmation,
  confirmTone = "danger",
  refusalText,
  context,
  gated = false,
  premium = false,
  forReaders = false,
}: {
  action: () => Promise<ActionResult<unknown>>;
  children: ReactNode;
  /** Message after success; omit it if the screen shows the result anyway. */
  done?: string;
  /** Offers to undo the action, as a button in that message. */
  undo?: Undo;
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  confirmation?: Confirmation;
  confirmTone?: ButtonTone;
  /** Shown before the text of the error code, where a text is prescribed. */
  refusalText?: string;
  /** For screen readers only: tells several buttons of the same name apart. */
  context?: string;
  /** Also hidden while the contract is not active, because the server would refuse the action then. */
  gated?: boolean;
  /** Only the Premium plan includes the action; with another plan the button opens the upgrade dialog. */
  premium?: boolean;
  /** The action changes only what belongs to the person, e.g. what they have read, so every role may do it. */
  forReaders?: boolean;
}) {
  const { busy, refusal, clear, run } = useAction<unknown>();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const mayChange = useMayChange();
  const mayAct = useMayAct();
  const needsPremium = useNeedsPremium();
  const askUpgrade = useUpgrade();
  const takeBack = useTakeBack();
  const problem = <RefusalText refusal={refusal} text={refusalText} isExplained />;
  function act(): void {
    run(action, () => {
      setAsking(false);
      if (done) say(done, undo && takeBack(undo));
      router.refresh();
    });
  }
  if (!forReaders && (gated ? !mayAct : !mayChange)) return null;
  return (
    <div className="min-w-0">
      <Button
        tone={tone}
        size={size}
        busy={busy && !asking}
        icon={icon}
        onClick={premium && needsPremium ? askUpgrade : confirmation ? () => setAsking(true) : act}
      >
        {children}
        {context ? <span className="sr-only"> {context}</span> : null}
      </Button>
      {asking ? null : problem}
      {confirmation ? (
        <ConfirmDialog
          open={asking}
          onOpenChange={(open) => {
            setAsking(open);
            clear();
          }}
          confirmation={confirmation}
          tone={confirmTone}
          busy={busy}
          problem={problem}
          onConfirm={act}
        />
      ) : null}
    </div>
  );
}
