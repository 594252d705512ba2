import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";

/** One topic of a settings page: explanation on the left, controls on the right. */
export function SettingsSection({
  title,
  intro,
  flush,
  bare = false,
  id: anchor,
  children,
}: {
  title: string;
  intro: ReactNode;
  flush?: boolean;
  /** True for content that consists of cards itself. */
  bare?: boolean;
  /** The anchor for links to this section. */
  id?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="grid gap-4 border-t pt-6 first:border-t-0 first:pt-0 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10 lg:pt-8"
    >
      <div>
        <h2 id={id} className="text-lg hyphens-auto">
          {title}
        </h2>
        <div className="prose-width mt-1 text-sm text-muted">{intro}</div>
      </div>
      {bare ? (
        <div className="min-w-0">{children}</div>
      ) : (
        <Card flush={flush} className="self-start">
          {children}
        </Card>
      )}
    </section>
  );
}
