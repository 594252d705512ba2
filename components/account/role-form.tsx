"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RefusalText } from "@/components/action/refusal-text";
import { useAction } from "@/components/action/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { inputClass } from "@/components/ui/field";
import { say } from "@/components/ui/toast";
import { changeRoleAction } from "@/lib/accounts/actions";
import { ROLES, type RoleName } from "./roles";

interface RoleFormProps {
  userId: string;
  name: string;
  role: RoleName;
  isSelf: boolean;
}

/**
 * Changes a member's role. A button saves the choice, because arrow keys pass through roles that nobody meant to
 * choose.
 */
export function RoleForm({ userId, name, role, isSelf }: RoleFormProps) {
  const t = useTranslations("account");
  const { busy, refusal, clear, run } = useAction<void>();
  const [chosen, setChosen] = useState<RoleName>();
  const [asking, setAsking] = useState(false);
  const shown = chosen ?? role;
  const id = `role-${userId}`;
  const givesUp = isSelf && role === "owner";

  function save(): void {
    run(
      () => changeRoleAction({ userId, role: shown }),
      () => {
        setAsking(false);
        setChosen(undefined);
        say(t("team.roleSaved"));
      },
    );
  }

  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="sr-only">
          {t("team.roleOf", { name })}
        </label>
        <select
          id={id}
          value={shown}
          disabled={busy}
          aria-describedby={`${id}-text`}
          onChange={(event) => {
            clear();
            setChosen(event.currentTarget.value as RoleName);
          }}
          className={`${inputClass} max-w-44 sm:min-h-9 sm:text-sm`}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {t(`role.${one}`)}
            </option>
          ))}
        </select>
        {shown === role ? null : (
          <>
            <Button
              size="small"
              tone="primary"
              busy={busy && !asking}
              onClick={() => (givesUp ? setAsking(true) : save())}
            >
              {t("team.saveRole")}
            </Button>
            <Button size="small" disabled={busy} onClick={() => setChosen(undefined)}>
              {t("cancel")}
            </Button>
          </>
        )}
      </div>
      <p id={`${id}-text`} className="prose-width mt-2 text-sm text-muted">
        {t(`team.roleText.${shown}`)}
      </p>
      {asking ? null : <RefusalText refusal={refusal} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        confirmation={{
          title: t("team.demoteTitle"),
          body: <p>{t("team.demoteText")}</p>,
          confirm: t("team.demoteConfirm"),
          cancel: t("cancel"),
        }}
        busy={busy}
        problem={<RefusalText refusal={refusal} />}
        onConfirm={save}
      />
    </div>
  );
}
