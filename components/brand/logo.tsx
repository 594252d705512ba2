import { cx } from "@/components/ui/class-names";
import { brand } from "@/lib/core/brand";

/** The logo: three lines of a ledger, the last one being drawn in. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx("size-6 shrink-0", className)}>
      <rect width="24" height="24" rx="6" className="fill-action" />
      <path d="M7 7h10M11 12h6" className="stroke-on-action" strokeWidth="2" strokeLinecap="round" fill="none" />
      <path
        d="M17 17H7.5m3-3.2L7.2 17l3.3 3.2"
        className="stroke-on-action"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx("inline-flex items-center gap-2 text-lg font-semibold", className)}>
      <LogoMark />
      {brand.name}
    </span>
  );
}
