"use client";

import { Search } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { cx } from "./class-names";
import { inputClass } from "./field";
import { Spinner } from "./spinner";

const TYPING_MS = 250;

/** A search that lives in the address (`name`), follows typing, and starts its list from the top again. */
export function SearchField({
  name,
  label,
  resets = ["after", "before"],
  className,
}: {
  name: string;
  label: string;
  resets?: string[];
  className?: string;
}) {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const [pending, startTransition] = useTransition();
  const [text, setText] = useState(params.get(name) ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function follow(value: string): void {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(value), TYPING_MS);
  }

  function show(value: string): void {
    const next = new URLSearchParams(params);
    for (const key of resets) next.delete(key);
    if (value.trim()) next.set(name, value.trim());
    else next.delete(name);
    startTransition(() => router.replace(`${pathname}?${next}`, { scroll: false }));
  }

  return (
    <search className={cx("relative", className)}>
      <span className="pointer-events-none absolute inset-y-0 left-0 grid w-10 place-items-center text-muted">
        {pending ? <Spinner /> : <Search aria-hidden="true" strokeWidth={1.5} className="size-4" />}
      </span>
      <input
        type="search"
        value={text}
        onChange={(event) => follow(event.target.value)}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        className={cx(inputClass, "pl-10")}
      />
    </search>
  );
}
