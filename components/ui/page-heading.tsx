import type { ReactNode } from "react";

export function PageHeading({ title, intro, aside }: { title: string; intro?: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-4 sm:mb-8">
      <div className="min-w-0 sm:grow sm:basis-80">
        <h1 className="text-xl hyphens-auto">{title}</h1>
        {intro ? <p className="prose-width mt-1 text-muted">{intro}</p> : null}
      </div>
      {aside ? <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{aside}</div> : null}
    </div>
  );
}
