import type { CallWorld, Vendor } from "./world";

/** Longest wait for one answer, in milliseconds: long enough for one that is slow. */
export const PATIENT_MS = 8_000;

/** One use of a port's method, from an empty account at the vendor to what it leaves there. */
export interface Scenario {
  vendor: Vendor;
  /** As the registries' objects name it: "payments.create". */
  method: string;
  /** Where one method goes several ways: "of one made before". */
  of?: string;
  /** Lays at the vendor what the step needs, in an account of its own, with nothing going wrong. */
  lay: (world: CallWorld) => Promise<Step>;
  /** The vendor's list tells no total: one that lacks its last rows looks whole. */
  mayBeShort?: true;
  /** What is handed in works once: where it was taken and the answer got lost, the vendor refuses it from then on. */
  isSpent?: true;
}

export interface Step {
  /** @param timeoutMs longest wait for one answer, where the adapter takes one */
  act: (timeoutMs: number) => Promise<unknown>;
  /** How the product does it once more, where that is not the very same call. */
  again?: (timeoutMs: number) => Promise<unknown>;
  /** What it must answer; absent where it only reads, which answers what it does when nothing goes wrong. */
  right?: unknown;
  /** How often each of its effects stands at the vendor; in the end each must be there once. */
  effects?: () => Promise<number[]>;
}

export function nameOf({ vendor, method, of }: Scenario): string {
  return `${vendor} ${method}${of ? ` ${of}` : ""}`;
}
