import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names";
import type { Tone } from "./pill";

const LOOKS = {
  good: { icon: CircleCheck, box: "bg-good-soft", mark: "text-good" },
  wait: { icon: TriangleAlert, box: "bg-wait-soft", mark: "text-wait" },
  bad: { icon: CircleAlert, box: "bg-bad-soft", mark: "text-bad" },
  info: { icon: Info, box: "bg-info-soft", mark: "text-info" },
  quiet: { icon: Info, box: "bg-sunken", mark: "text-muted" },
} as const satisfies Record<Tone, unknown>;

/** A notice to read before continuing: title, explanation and remedy. */
export function Banner({
  tone,
  title,
  children,
  action,
  live,
}: {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  live?: boolean;
}) {
  const { icon: Icon, box, mark } = LOOKS[tone];
  return (
    <div role={live ? "alert" : undefined} className={cx("flex gap-3 rounded-card p-4", box)}>
      <Icon aria-hidden="true" strokeWidth={1.5} className={cx("mt-0.5 size-5 shrink-0", mark)} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {children ? <div className="prose-width mt-1 text-sm">{children}</div> : null}
        {action ? <div className="mt-3 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
