import { LoaderCircle } from "lucide-react";
import { cx } from "./class-names";

/** Says nothing by itself: the words stand beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle aria-hidden="true" strokeWidth={1.5} className={cx("size-4 shrink-0 animate-turn", className)} />
  );
}
