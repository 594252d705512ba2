"use client";

import { inputClass } from "./field";
import { useRouter } from "./use-router";

/** The order of a list, where there is no room for sortable headings. Each choice is an address. */
export function SortSelect({
  label,
  choices,
  current,
  className,
}: {
  label: string;
  choices: { key: string; label: string; href: string }[];
  current: string;
  className?: string;
}) {
  const router = useRouter();
  return (
    <div className={className}>
      <select
        aria-label={label}
        value={current}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.key === event.currentTarget.value);
          if (chosen) router.push(chosen.href, { scroll: false });
        }}
        className={inputClass}
      >
        {choices.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
