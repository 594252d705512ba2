import { useTranslations } from "next-intl";
import { now } from "@/lib/core/clock";

const berlinHour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hour12: false, timeZone: "Europe/Berlin" });

export function Greeting({ name }: { name: string }) {
  const t = useTranslations("dashboard.greeting");
  const hour = Number(berlinHour.format(now())) % 24;
  const part = hour < 11 ? "morning" : hour < 18 ? "day" : "evening";
  return <h1 className="mb-6 text-xl sm:mb-8">{t(part, { name: name.split(" ")[0] ?? "" })}</h1>;
}
