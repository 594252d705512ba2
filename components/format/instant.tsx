import { useLocale } from "next-intl";
import { formatInstant } from "@/lib/core/time/dates";

export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} className="figure">
      {formatInstant(new Date(at), useLocale())}
    </time>
  );
}
