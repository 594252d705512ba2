"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { AddressForm } from "./address-form";

/** Shows the address that the person signs in with, and lets them change it. */
export function AddressSection({ email }: { email: string }) {
  const t = useTranslations("account.address");
  const [isChanging, setIsChanging] = useState(false);
  const [asked, setAsked] = useState<string>();
  return (
    <div className="space-y-4">
      <p className="font-medium wrap-anywhere">{email}</p>
      {asked ? (
        <p role="status" className="rounded-control bg-good-soft px-3 py-2.5 wrap-anywhere">
          {t("asked", { email: asked })}
        </p>
      ) : null}
      {isChanging ? (
        <AddressForm
          onCancel={() => setIsChanging(false)}
          onDone={(changed) => {
            setIsChanging(false);
            setAsked(changed);
          }}
        />
      ) : (
        <Button onClick={() => setIsChanging(true)}>{t("change")}</Button>
      )}
    </div>
  );
}
