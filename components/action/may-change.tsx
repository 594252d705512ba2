"use client";

import { createContext, type ReactNode, useContext } from "react";

const MayChange = createContext(true);

/** Tells everything inside whether the person who is signed in may change something; the server decides again. */
export function MayChangeProvider({ mayChange, children }: { mayChange: boolean; children: ReactNode }) {
  return <MayChange value={mayChange}>{children}</MayChange>;
}

export function useMayChange(): boolean {
  return useContext(MayChange);
}
