"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { proofWaysAction } from "@/lib/accounts/sign-in/proof-actions";
import { ProofForm, type ProofWays } from "./proof-form";

type AskProof = (repeat: () => void) => void;

const Ask = createContext<AskProof | undefined>(undefined);

/**
 * Returns the function that opens the dialog "Please confirm that it is you" and calls `repeat` after the proof.
 * `useAction` does this for every action that answers `proof_required`. Undefined outside the signed-in area.
 */
export function useProof(): AskProof | undefined {
  return use(Ask);
}

/** Holds the single proof dialog of the signed-in area. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("client.proof");
  const [asked, setAsked] = useState<{ repeat: () => void; ways: ProofWays }>();
  const [open, setOpen] = useState(false);
  const ask = useCallback(async (repeat: () => void) => {
    // Without an answer, the dialog asks for the password only.
    const answer = await proofWaysAction({}).catch(() => undefined);
    setAsked({ repeat, ways: answer?.ok ? answer.data : { email: "", hasPasskey: false } });
    setOpen(true);
  }, []);
  return (
    <Ask value={ask}>
      {children}
      <FormDialog open={open} onOpenChange={setOpen} title={t("title")} text={t("text")}>
        {asked ? (
          <ProofForm
            ways={asked.ways}
            onCancel={() => setOpen(false)}
            onProved={() => {
              setOpen(false);
              asked.repeat();
            }}
          />
        ) : null}
      </FormDialog>
    </Ask>
  );
}
