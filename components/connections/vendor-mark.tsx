import { BookText, Landmark } from "lucide-react";
import type { ConnectionKind } from "@/lib/connections/loaders";
import { isAccountingSystem } from "@/lib/vendors/rules";

/** An icon for the vendor's purpose, accounting or payments. Vendors' logos are not ours to use. */
export function VendorMark({ type }: { type: ConnectionKind }) {
  const Icon = isAccountingSystem(type) ? BookText : Landmark;
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-control bg-action-soft text-action"
    >
      <Icon strokeWidth={1.5} className="size-5" />
    </span>
  );
}
