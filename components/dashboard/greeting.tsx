import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { now } from "@/lib/core/time/clock";

const berlinHour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hour12: false, timeZone: "Europe/Berlin" });

export function Greeting({ name, aside }: { name: string; aside?: ReactNode }) {
  const t = useTranslations("dashboard.greeting");
  const hour = Number(berlinHour.format(now())) % 24;
  const part = hour < 11 ? "morning" : hour < 18 ? "day" : "evening";
  return (
    <div className="mb-6 flex items-center justify-between gap-4 sm:mb-8">
      <h1 className="min-w-0 text-xl wrap-anywhere">{t(part, { name: name.split(" ")[0] ?? "" })}</h1>
      {aside}
    </div>
  );
}
