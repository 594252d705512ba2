"use client";

import { createContext, type ReactNode, use } from "react";

interface Rights {
  /** By the role of the person. */
  mayChange: boolean;
  /** The contract allows nothing but what stops something. */
  isLocked: boolean;
  isPremium: boolean;
  /** The person is an owner of the account. */
  isOwner: boolean;
}

const Allowed = createContext<Rights>({ mayChange: true, isLocked: false, isPremium: true, isOwner: true });

/** Tells everything inside what the person who is signed in may do; what is not said stays as it is outside. The server decides again. */
export function MayChangeProvider({ children, ...rights }: Partial<Rights> & { children: ReactNode }) {
  const outside = use(Allowed);
  return <Allowed value={{ ...outside, ...rights }}>{children}</Allowed>;
}

export function useMayChange(): boolean {
  return use(Allowed).mayChange;
}

/** For what the gate of the contract refuses: whoever may change something may not while the contract is not active. */
export function useMayAct(): boolean {
  const { mayChange, isLocked } = use(Allowed);
  return mayChange && !isLocked;
}

/** While the contract is not active nothing is offered anyway: then Premium is no matter. */
export function useNeedsPremium(): boolean {
  const { isLocked, isPremium } = use(Allowed);
  return !isLocked && !isPremium;
}

/** For what only owners may do. */
export function useIsOwner(): boolean {
  return use(Allowed).isOwner;
}
