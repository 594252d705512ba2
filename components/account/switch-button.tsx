"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { takeTicket } from "@/components/login/take-ticket";
import { Button } from "@/components/ui/button";
import { switchAccountAction } from "@/lib/accounts/actions";

/** Switches to another account: this browser gets a session there, which replaces the present one. */
export function SwitchButton({ customerId, companyName }: { customerId: string; companyName: string }) {
  const t = useTranslations("account.team");
  const { busy, refusal, run } = useAction<{ ticket?: string; stays: boolean }>();
  const [done, setDone] = useState(false);
  return (
    <div>
      <Button
        size="small"
        busy={busy || done}
        onClick={() =>
          run(
            () => switchAccountAction({ customerId }),
            ({ ticket, stays }) => {
              setDone(true);
              void takeTicket(ticket, "/app", stays);
            },
          )
        }
      >
        {t("switch")}
        <span className="sr-only"> {t("toCompany", { company: companyName })}</span>
      </Button>
      <RefusalText refusal={refusal} />
    </div>
  );
}
