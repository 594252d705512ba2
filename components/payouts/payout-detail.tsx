import { useLocale, useTranslations } from "next-intl";
import { ActionButton } from "@/components/action/action-button";
import { Day } from "@/components/format/day";
import { Money } from "@/components/format/money";
import { Name } from "@/components/format/name";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/lib/core/money/money";
import { retriggerPayoutAction } from "@/lib/payouts/actions";
import type { PayoutView } from "@/lib/payouts/loaders";
import { BookingList } from "./booking-list";
import { BookingStatusPill, PayoutStatusPill } from "./payout-pills";
import { Statement } from "./statement";

export function PayoutDetail({ payout }: { payout: PayoutView }) {
  const t = useTranslations("payouts");
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-xl break-words">{payout.reference}</h1>
          <Money cents={payout.amountCents} className="text-2xl font-semibold" />
          <p className="text-muted">
            {payout.day ? <Day day={payout.day} weekday /> : t("dayUnknown")} · {t("feeOf")}{" "}
            <Money cents={payout.feeCents} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <PayoutStatusPill status={payout.status} />
          <BookingStatusPill status={payout.bookingStatus} />
        </div>
      </div>
      {payout.status === "bounced" ? <Bounced payout={payout} /> : null}
      <div className="space-y-10">
        <Section
          title={t("statement")}
          intro={t("statementIntro")}
          aside={payout.isArchived ? <Downloads payoutId={payout.id} /> : null}
        >
          <Card flush>
            {payout.items.total > 0 ? <Statement payout={payout} /> : <EmptyState text={t("notReadYet")} />}
          </Card>
        </Section>
        {payout.outbox ? <ByFile payout={payout} outbox={payout.outbox} /> : <Bookings payout={payout} />}
      </div>
    </>
  );
}

/** For an accounting system that imports files: we send nothing, and nobody reports what was booked. */
function ByFile({ payout, outbox }: { payout: PayoutView; outbox: string }) {
  const t = useTranslations("payouts");
  return (
    <Section title={t("bookings")}>
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <p className="prose-width">{t(payout.bookingStatus === "handed_over" ? "inFile" : "notInFile")}</p>
        <Link href={outbox} className={buttonClass("plain", "small")}>
          {t("toFiles")}
        </Link>
      </Card>
    </Section>
  );
}

function Bookings({ payout }: { payout: PayoutView }) {
  const t = useTranslations("payouts");
  return (
    <Section title={t("bookings")} intro={t("bookingsIntro")} aside={<Retrigger payout={payout} />}>
      {payout.bookingStatus === "needs_attention" ? (
        <div className="mb-4">
          <Banner tone="bad" title={t("bookingRefused")}>
            <p>{t("retriggerFailed")}</p>
            {payout.bookingError ? (
              <p className="mt-1 break-words text-muted">
                <Name text={payout.bookingError} />
              </p>
            ) : null}
          </Banner>
        </div>
      ) : null}
      <Card flush>
        {payout.bookings.total > 0 ? (
          <BookingList payout={payout} />
        ) : (
          <EmptyState text={t(`noBookings.${payout.bookingStatus}`)} />
        )}
      </Card>
    </Section>
  );
}

/** Plain links, because the browser saves these files and the router must not open them. */
function Downloads({ payoutId }: { payoutId: string }) {
  const t = useTranslations("payouts");
  return (
    <div className="flex flex-wrap gap-2">
      <a href={`/app/payouts/${payoutId}/pdf`} download className={buttonClass("plain", "small")}>
        {t("downloadPdf")}
      </a>
      <a href={`/app/payouts/${payoutId}/csv`} download className={buttonClass("plain", "small")}>
        {t("downloadCsv")}
      </a>
    </div>
  );
}

/** Says where the money of a bounced payout is, and what that means for the bookings. */
function Bounced({ payout }: { payout: PayoutView }) {
  const t = useTranslations("payouts");
  const locale = useLocale();
  return (
    <div className="mb-8">
      <Banner tone="bad" title={t("bouncedTitle")}>
        <p>{t("bouncedHelp")}</p>
        {payout.bookingStatus === "to_take_back" ? (
          <p className="mt-1">{t("bouncedBooked", { amount: formatMoney(payout.amountCents, locale) })}</p>
        ) : null}
      </Banner>
    </div>
  );
}

function Retrigger({ payout }: { payout: PayoutView }) {
  const t = useTranslations("payouts");
  if (!payout.canRetrigger) return null;
  return (
    <ActionButton
      gated
      action={retriggerPayoutAction.bind(null, { payoutId: payout.id })}
      size="small"
      done={t("retriggered")}
      refusalText={t("retriggerFailed")}
      confirmTone="primary"
      confirmation={
        payout.bookingStatus === "booked"
          ? {
              title: t("retriggerTitle"),
              body: <p>{t("retriggerBody", { count: payout.bookings.total })}</p>,
              confirm: t("retrigger"),
              cancel: t("cancel"),
            }
          : undefined
      }
    >
      {t("retrigger")}
    </ActionButton>
  );
}
