import { useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/ui/pill";
import type { PayoutRow } from "@/lib/payouts/loaders";

const STATUS: Record<PayoutRow["status"], Tone> = { pending: "wait", paid: "good", bounced: "bad" };
const BOOKING: Record<PayoutRow["bookingStatus"], Tone> = {
  pending: "wait",
  booked: "good",
  handed_over: "good",
  needs_attention: "bad",
  unavailable: "quiet",
  withheld: "quiet",
  to_take_back: "bad",
};

export function PayoutStatusPill({ status }: { status: PayoutRow["status"] }) {
  const t = useTranslations("payouts");
  return (
    <Pill tone={STATUS[status]} hint={t(`statuses.${status}.hint`)}>
      {t(`statuses.${status}.label`)}
    </Pill>
  );
}

export function BookingStatusPill({ status }: { status: PayoutRow["bookingStatus"] }) {
  const t = useTranslations("payouts");
  return (
    <Pill tone={BOOKING[status]} hint={t(`bookingStatuses.${status}.hint`)}>
      {t(`bookingStatuses.${status}.label`)}
    </Pill>
  );
}
