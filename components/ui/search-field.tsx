"use client";

import { Search } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { cx } from "./class-names";
import { inputClass } from "./field";
import { Spinner } from "./spinner";
import { useRouter } from "./use-router";

const TYPING_MS = 250;

/** A search stored in the address (parameter `name`). It follows the typing and returns the list to its first page. */
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
  const shown = params.get(name) ?? "";
  const [known, setKnown] = useState(shown);
  const [text, setText] = useState(shown);
  /**
   * Searches requested here whose page has not arrived yet. Typing continues meanwhile, and an arriving page must not
   * overwrite the text.
   */
  const [asked, setAsked] = useState<string[]>([]);
  if (shown !== known) {
    setKnown(shown);
    const at = asked.indexOf(shown);
    setAsked(at < 0 ? [] : asked.slice(at + 1));
    // A link or the back button has led to a search other than the text in the field.
    if (at < 0) setText(shown);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function follow(value: string): void {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(value), TYPING_MS);
  }

  function show(value: string): void {
    // Read now, because a filter may have been chosen during the typing.
    const next = new URLSearchParams(window.location.search);
    for (const key of resets) next.delete(key);
    if (value.trim()) next.set(name, value.trim());
    else next.delete(name);
    setAsked((before) => [...before, value.trim()]);
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
