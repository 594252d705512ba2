"use client";

import { useTranslations } from "next-intl";
import { useMayAct } from "@/components/action/may-change";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";
import { answerFileAction } from "@/lib/e-invoices/tray/actions";
import type { Answer } from "@/lib/e-invoices/tray/types";

/** Shows one button for each answer that a person can give to a held or refused file. */
export function FileAnswers({ id, answers }: { id: string; answers: Exclude<Answer, "assign">[] }) {
  const t = useTranslations("eInvoices.answer");
  const router = useRouter();
  const { busy, refusal, run } = useAction<void>();
  if (!useMayAct() || answers.length === 0) return null;
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {answers.map((answer, index) => (
          <Button
            key={answer}
            tone={index === 0 && answer !== "ignore" ? "primary" : "plain"}
            disabled={busy}
            onClick={() =>
              run(
                () => answerFileAction({ id, answer }),
                () => router.refresh(),
              )
            }
          >
            {t(answer)}
          </Button>
        ))}
      </div>
      <RefusalText refusal={refusal} />
    </div>
  );
}
