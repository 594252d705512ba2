import { CircleCheck, Clock3, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/class-names";

const MARKS = {
  good: { icon: CircleCheck, className: "text-good" },
  wait: { icon: Clock3, className: "text-wait" },
  info: { icon: Info, className: "text-muted" },
} as const;

/** A page with a single message and at most one action. */
export function MessageView({
  mark,
  title,
  text,
  children,
}: {
  mark: keyof typeof MARKS;
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  const { icon: Icon, className } = MARKS[mark];
  return (
    <div role="status">
      <Icon aria-hidden="true" strokeWidth={1.5} className={cx("mb-4 size-8", className)} />
      <h1 className="text-xl">{title}</h1>
      <div className="prose-width mt-2 space-y-2 text-muted">{text}</div>
      {children ? <div className="mt-6">{children}</div> : null}
    </div>
  );
}
