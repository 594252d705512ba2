import { useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/ui/pill";
import type { CollectionStatus } from "@/lib/core/prisma/enums";

export const STATUS_TONES: Record<CollectionStatus, Tone> = {
  pending: "wait",
  created: "wait",
  submitted: "wait",
  confirmed: "good",
  paid_out: "good",
  failed: "bad",
  late_failure: "bad",
  charged_back: "bad",
  chargeback_settled: "bad",
  cancelled: "quiet",
  mandate_expired: "bad",
  mandate_transferred: "info",
};

export function StatusPill({ status }: { status: CollectionStatus }) {
  const t = useTranslations("collectionStatus");
  return (
    <Pill tone={STATUS_TONES[status]} hint={t(`${status}.next`)}>
      {t(`${status}.label`)}
    </Pill>
  );
}
