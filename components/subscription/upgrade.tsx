"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useRouter } from "@/components/ui/use-router";
import { PLANS_PATH } from "./places";

const Ask = createContext<() => void>(() => {});

const FEATURES = ["invoices", "template", "selection", "conditions", "earlier", "wording"] as const;

/**
 * Returns a function that opens the upgrade dialog, which explains Premium and leads to the change of plan. Outside the
 * signed-in area the function does nothing.
 */
export function useUpgrade(): () => void {
  return use(Ask);
}

/** Holds the single upgrade dialog of the signed-in area. */
export function UpgradeProvider({ mayOrder, children }: { mayOrder: boolean; children: ReactNode }) {
  const t = useTranslations("client.upgrade");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const ask = useCallback(() => setOpen(true), []);
  return (
    <Ask value={ask}>
      {children}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        tone="primary"
        busy={false}
        confirmation={{
          title: t("title"),
          body: <UpgradeText mayOrder={mayOrder} />,
          confirm: t(mayOrder ? "upgrade" : "look"),
          cancel: t("later"),
        }}
        onConfirm={() => {
          setOpen(false);
          router.push(PLANS_PATH);
        }}
      />
    </Ask>
  );
}

function UpgradeText({ mayOrder }: { mayOrder: boolean }) {
  const t = useTranslations("client.upgrade");
  return (
    <>
      <p>{t("intro")}</p>
      <ul className="list-disc space-y-1 pl-5 text-ink marker:text-muted">
        {FEATURES.map((feature) => (
          <li key={feature}>{t(`features.${feature}`)}</li>
        ))}
      </ul>
      {mayOrder ? null : <p>{t("ownerOnly")}</p>}
    </>
  );
}
