import { useLocale, useMessages, useTranslations } from "next-intl";
import { PayerLink } from "@/components/contacts/payer-link";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pill, type Tone } from "@/components/ui/pill";
import { formatInstant } from "@/lib/core/time/dates";
import type { BookingView, PayoutView } from "@/lib/payouts/loaders";
import { PartPager } from "./part-pager";

type BookingKind = keyof ReturnType<typeof useMessages>["payouts"]["bookingKinds"];

/**
 * Lists the bookings that were sent to the accounting system. Each has the reference by which that system finds the
 * document.
 */
export function BookingList({ payout }: { payout: PayoutView }) {
  // This error is already shown above the list, so the rows do not repeat it.
  const { bookings, bookingError: told } = payout;
  const t = useTranslations("payouts");
  const known = useMessages().payouts.bookingKinds;
  const columns: Column<BookingView>[] = [
    {
      key: "reference",
      label: t("bookingReference"),
      phone: "lead",
      className: "figure",
      cell: (row) => <Name text={row.reference} />,
    },
    {
      key: "kind",
      label: t("bookingKind"),
      from: "lg",
      cell: (row) => t(`bookingKinds.${row.kind in known ? (row.kind as BookingKind) : "other"}`),
    },
    {
      key: "purpose",
      label: t("purpose"),
      phone: "below-lead",
      className: "text-sm md:w-full md:max-w-0 md:truncate",
      cell: (row) => (
        <>
          {row.payerName ? <PayerLink id={row.contactId} name={row.payerName} /> : null}
          {row.payerName && row.purpose ? " · " : null}
          <Name text={row.purpose} />
        </>
      ),
    },
    { key: "sent", label: t("sent"), phone: "beneath", cell: (row) => <BookingState booking={row} told={told} /> },
    {
      key: "fee",
      label: t("fee"),
      from: "lg",
      align: "right",
      cell: (row) => (row.feeCents ? <Money cents={row.feeCents} className="text-muted" /> : "–"),
    },
    {
      key: "amount",
      label: t("amount"),
      align: "right",
      phone: "tail",
      cell: (row) => <Money cents={row.amountCents} />,
    },
  ];
  return (
    <>
      <DataTable caption={t("bookings")} columns={columns} rows={bookings.rows} rowKey={(row) => row.id} />
      <PartPager payout={payout} part="bookings" name={t("bookings")} />
    </>
  );
}

function stateOf(booking: BookingView): { key: "refused" | "waiting" | BookingView["tie"]; tone: Tone } {
  if (booking.error) return { key: "refused", tone: "bad" };
  if (!booking.sentAt) return { key: "waiting", tone: "wait" };
  return { key: booking.tie, tone: booking.tie === "byHand" ? "info" : "good" };
}

function BookingState({ booking, told }: { booking: BookingView; told?: string }) {
  const t = useTranslations("payouts");
  const locale = useLocale();
  const { key, tone } = stateOf(booking);
  const when = booking.sentAt ? `, ${formatInstant(new Date(booking.sentAt), locale)}` : "";
  return (
    <>
      <Pill tone={tone} hint={t(`bookingStates.${key}.hint`) + when}>
        {t(`bookingStates.${key}.label`)}
      </Pill>
      {booking.error && booking.error !== told ? (
        <span className="mt-1 block max-w-44 text-xs break-words text-muted max-md:hidden">
          <Name text={booking.error} />
        </span>
      ) : null}
    </>
  );
}
