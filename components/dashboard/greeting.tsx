import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeading } from "@/components/ui/page-heading";
import { now } from "@/lib/core/clock";

const berlinHour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hour12: false, timeZone: "Europe/Berlin" });

export function Greeting({ name, aside }: { name: string; aside?: ReactNode }) {
  const t = useTranslations("dashboard.greeting");
  const hour = Number(berlinHour.format(now())) % 24;
  const part = hour < 11 ? "morning" : hour < 18 ? "day" : "evening";
  return <PageHeading title={t(part, { name: name.split(" ")[0] ?? "" })} aside={aside} />;
}
