"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { signOutHere } from "@/components/login/sign-in-client";
import { leaveBy } from "@/components/ui/unsaved";

export function SignOutButton() {
  const t = useTranslations("shell");
  return (
    <button
      type="button"
      // Asks before the session ends, because afterwards nothing can be saved.
      onClick={() => leaveBy(() => void signOutHere())}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 text-left hover:bg-sunken lg:min-h-10"
    >
      <LogOut aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0" />
      {t("signOut")}
    </button>
  );
}
