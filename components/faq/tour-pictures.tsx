import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { VendorMark } from "@/components/connections/vendor-mark";
import { Money } from "@/components/format/money";
import { Tenths } from "@/components/payouts/tenths";
import { cx } from "@/components/ui/class-names";
import { Pill } from "@/components/ui/pill";
import { VENDOR_NAMES } from "@/lib/vendors/types";

/*
 * Small pictures of the screens, made of the same components, so that they follow language and colours. They repeat the
 * text next to them and are hidden from screen readers.
 */

function Paper({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx("rounded-control border bg-surface text-sm", className)}>{children}</div>;
}

/** Looks like a button but is none, because it belongs to a picture. */
function Pressed({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block rounded-control bg-action px-3 py-1.5 text-sm font-medium text-on-action">
      {children}
    </span>
  );
}

export function ConnectPicture() {
  const t = useTranslations("connections.states");
  return (
    <Paper className="divide-y">
      {(["LEXOFFICE", "GOCARDLESS"] as const).map((type) => (
        <div key={type} className="flex items-center gap-3 p-3">
          <VendorMark type={type} />
          <span className="min-w-0 flex-1 truncate font-medium">{VENDOR_NAMES[type]}</span>
          <Pill tone="good">{t("connected")}</Pill>
        </div>
      ))}
    </Paper>
  );
}

export function ConditionPicture() {
  const t = useTranslations("faq.tour.picture");
  return (
    <Paper className="divide-y">
      {(["condition1", "condition2"] as const).map((key, index) => (
        <div key={key} className="flex items-start gap-3 p-3">
          <span
            className={cx(
              "mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-sm border",
              index === 0 ? "border-action bg-action text-on-action" : "border-edge",
            )}
          >
            {index === 0 ? <Check strokeWidth={2.5} className="size-3.5" /> : null}
          </span>
          <span className={index === 0 ? "font-medium" : "text-muted"}>{t(key)}</span>
        </div>
      ))}
    </Paper>
  );
}

export function MandatePicture() {
  const t = useTranslations("faq.tour.picture");
  const mail = useTranslations("mail.mandateRequest");
  return (
    <Paper className="p-4">
      <p className="text-xs text-muted">Werkstatt Lindenhof GmbH</p>
      <p className="mt-0.5 mb-3 font-medium">{t("mailSubject")}</p>
      <Pressed>{mail("button")}</Pressed>
    </Paper>
  );
}

export function DebitPicture() {
  const t = useTranslations("faq.tour.picture");
  const steps = [
    { key: "paidOut", day: "day3", isNext: true },
    { key: "confirmed", day: "day2", isNext: false },
    { key: "submitted", day: "day1", isNext: false },
  ] as const;
  return (
    <Paper className="p-4">
      <p className="mb-3 flex justify-between gap-4 font-medium">
        <span>RE1047</span>
        <Money cents={29_750} />
      </p>
      <div className="space-y-2">
        {steps.map(({ key, day, isNext }) => (
          <p key={key} className={cx("flex items-center gap-2.5", isNext && "text-muted")}>
            <span className={cx("size-2 rounded-full", isNext ? "border border-edge" : "bg-good")} />
            <span className="flex-1">{t(key)}</span>
            <span className="text-xs text-muted">{t(day)}</span>
          </p>
        ))}
      </div>
    </Paper>
  );
}

/** An example of a payout: three payments, their fees, and an older payment that was returned with its fee. */
const PAYOUT = [
  { key: "payments", tenths: 400_490 },
  { key: "fees", tenths: -4_604 },
  { key: "returned", tenths: -80_000 },
  { key: "feeBack", tenths: 1_000 },
] as const;

export function PayoutPicture() {
  const t = useTranslations("faq.tour.picture");
  return (
    <Paper>
      <div className="space-y-1.5 p-4">
        {PAYOUT.map(({ key, tenths }) => (
          <p key={key} className="flex justify-between gap-4">
            <span className="text-muted">{t(key)}</span>
            <Tenths tenths={tenths} />
          </p>
        ))}
      </div>
      <p className="flex justify-between gap-4 border-t px-4 py-3 font-semibold">
        <span>{t("sum")}</span>
        <Money cents={31_689} />
      </p>
    </Paper>
  );
}

export function ReturnPicture() {
  const t = useTranslations("faq.tour.picture");
  return (
    <Paper className="p-4">
      <p className="flex justify-between gap-4 font-medium">
        <span className="truncate">Café Morgenrot</span>
        <Money cents={8_000} />
      </p>
      <p className="mt-1.5 mb-3">
        <Pill tone="bad">{t("reason")}</Pill>
      </p>
      <Pressed>{t("retry")}</Pressed>
    </Paper>
  );
}
