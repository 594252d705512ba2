"use client";

import { type ComponentProps, useRef } from "react";
import { useOpenRows } from "./open-rows";

/** A table whose rows are links. */
export function LinkedTable({ scroll, ...table }: ComponentProps<"table"> & { scroll: boolean }) {
  const ref = useRef<HTMLTableElement>(null);
  useOpenRows(ref, scroll);
  return <table ref={ref} {...table} />;
}

/** A list whose rows are links. */
export function LinkedList(list: ComponentProps<"ul">) {
  const ref = useRef<HTMLUListElement>(null);
  useOpenRows(ref, true);
  return <ul ref={ref} {...list} />;
}
