"use client";

import { LogOut } from "lucide-react";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";

export function SignOutButton() {
  const t = useTranslations("shell");
  return (
    <button
      type="button"
      onClick={() => void signOut({ callbackUrl: "/login" })}
      className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left hover:bg-sunken lg:min-h-10"
    >
      <LogOut aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
      {t("signOut")}
    </button>
  );
}
