import { Card } from "@/components/ui/card";
import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";

const ROWS = 8;

/** The outline of a list, shown without delay in place of a page that takes long to load. */
export function PageOutline({ label }: { label: string }) {
  return (
    <div className="**:[animation-delay:0s]">
      <Skeleton className="mb-8 h-8 w-48" />
      <Card flush>
        <SkeletonRows rows={ROWS} label={label} />
      </Card>
    </div>
  );
}
