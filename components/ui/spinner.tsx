import { LoaderCircle } from "lucide-react";
import { cx } from "./class-names";

/** Hidden from screen readers, because a text is always next to it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle aria-hidden="true" strokeWidth={1.5} className={cx("size-4 shrink-0 animate-turn", className)} />
  );
}
