"use client";

import { useEffect, useState } from "react";
import { whenAtRest } from "./at-rest";

type List = typeof import("./toast-list").ToastList;

/**
 * The place for messages of `say`. No message appears before somebody acts, so its code is loaded when the page is at
 * rest.
 */
export function Toaster({ label }: { label: string }) {
  const [List, setList] = useState<List>();
  useEffect(() => {
    const fetchIt = async () => {
      const { ToastList } = await import("./toast-list");
      setList(() => ToastList);
    };
    // The screen shows results as well, so a failed load does no harm.
    return whenAtRest(() => void fetchIt().catch(() => undefined));
  }, []);
  return List ? <List label={label} /> : null;
}
