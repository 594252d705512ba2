"use client";

import { useEffect, useState } from "react";
import { whenAtRest } from "./at-rest";

type List = typeof import("./toast-list").ToastList;

/** The place for what `say` says: nothing is said before somebody acts, so its code comes when the page is at rest. */
export function Toaster({ label }: { label: string }) {
  const [List, setList] = useState<List>();
  useEffect(() => {
    const fetchIt = async () => {
      const { ToastList } = await import("./toast-list");
      setList(() => ToastList);
    };
    // What is done stands on the screen as well: a list that never comes breaks nothing.
    return whenAtRest(() => void fetchIt().catch(() => undefined));
  }, []);
  return List ? <List label={label} /> : null;
}
