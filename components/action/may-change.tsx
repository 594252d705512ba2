"use client";

import { createContext, type ReactNode, use } from "react";

interface Rights {
  /** True if the person's role allows changes. */
  mayChange: boolean;
  /** True while the contract allows only actions that stop something. */
  isLocked: boolean;
  isPremium: boolean;
  /** True for an owner of the account. */
  isOwner: boolean;
}

const Allowed = createContext<Rights>({ mayChange: true, isLocked: false, isPremium: true, isOwner: true });

/**
 * Passes the person's rights to everything inside. Rights that are not given are inherited from outside. They only
 * control what the screen offers; the server checks every action again.
 */
export function MayChangeProvider({ children, ...rights }: Partial<Rights> & { children: ReactNode }) {
  const outside = use(Allowed);
  return <Allowed value={{ ...outside, ...rights }}>{children}</Allowed>;
}

export function useMayChange(): boolean {
  return use(Allowed).mayChange;
}

/**
 * True if the person may do something that requires an active contract: their role allows changes, and the contract is
 * not locked.
 */
export function useMayAct(): boolean {
  const { mayChange, isLocked } = use(Allowed);
  return mayChange && !isLocked;
}

/**
 * True if an action needs an upgrade to Premium. False while the contract is locked, because then no action is offered
 * at all.
 */
export function useNeedsPremium(): boolean {
  const { isLocked, isPremium } = use(Allowed);
  return !isLocked && !isPremium;
}

/** True if the person is an owner, for actions that only owners may do. */
export function useIsOwner(): boolean {
  return use(Allowed).isOwner;
}
