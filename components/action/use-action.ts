"use client";

import { useState, useTransition } from "react";
import { useProof } from "@/components/proof/proof";
import { useUpgrade } from "@/components/subscription/upgrade";
import { forgetUnsaved } from "@/components/ui/unsaved";
import type { ActionResult } from "@/lib/core/web/action-result";
import type { ErrorCode, FieldError } from "@/lib/core/web/errors";
import { leaveForOutagePage } from "./outage";
import { isOutdated } from "./outdated";

export interface Refusal {
  /** `page_outdated`: the server runs another version than this page and does not know the action. */
  code: ErrorCode | "page_outdated";
  requestId: string;
  /** The input fields that were refused. */
  fields: FieldError[];
}

export interface ActionRun<T> {
  busy: boolean;
  refusal?: Refusal;
  clear: () => void;
  run: (call: () => Promise<ActionResult<T>>, onDone?: (data: T) => void) => void;
}

/**
 * Runs a server action and keeps its refusal for the screen. If the service or the session is gone, it leaves the page.
 * An action that needs Premium opens the upgrade dialog. An action that needs a fresh proof of identity opens that
 * dialog, and is repeated afterwards.
 */
export function useAction<T>(): ActionRun<T> {
  const [busy, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<Refusal>();
  const askUpgrade = useUpgrade();
  const askProof = useProof();
  function run(call: () => Promise<ActionResult<T>>, onDone?: (data: T) => void): void {
    setRefusal(undefined);
    startTransition(async () => {
      const result = await call().catch((error: unknown): ActionResult<T> | "page_outdated" =>
        isOutdated(error) ? "page_outdated" : { ok: false, error: { code: "unavailable", fields: [], requestId: "" } },
      );
      // The page stays as it is, with what the person typed; the person chooses when to reload.
      if (result === "page_outdated") return setRefusal({ code: result, requestId: "", fields: [] });
      if (result.ok) return onDone?.(result.data);
      // Without a request id no server answered: the network is down, and the outage page would not load either.
      if (result.error.code === "unavailable" && result.error.requestId) return leaveForOutagePage();
      if (result.error.code === "unauthenticated") {
        forgetUnsaved();
        return window.location.assign("/login");
      }
      const { code, requestId, fields } = result.error;
      if (code === "proof_required" && askProof) return askProof(() => run(call, onDone));
      if (code === "premium_required") askUpgrade();
      setRefusal({ code, requestId, fields });
    });
  }
  return { busy, refusal, clear: () => setRefusal(undefined), run };
}
