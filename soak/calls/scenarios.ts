import type { CallWorld, Vendor } from "./world";

/** Longest wait for one answer in milliseconds: enough for the `slow` fault. */
export const PATIENT_MS = 8_000;

/** One use of a port's method, from an empty account at the vendor to its effects there. */
export interface Scenario {
  vendor: Vendor;
  /** The method's name in the registries' objects: "payments.create". */
  method: string;
  /** The variant, if the method has several: "of one made before". */
  of?: string;
  /** Prepares what the step needs, in an account of its own at the vendor and without faults. */
  lay: (world: CallWorld) => Promise<Step>;
  /** The vendor's list has no total, so a list that lacks its last rows looks complete. */
  mayBeShort?: true;
  /** The input works once: if the vendor took it and the answer was lost, it refuses the input from then on. */
  isSpent?: true;
}

export interface Step {
  /** @param timeoutMs longest wait for one answer, if the adapter takes one */
  act: (timeoutMs: number) => Promise<unknown>;
  /** How the product repeats the step, if not by the very same call. */
  again?: (timeoutMs: number) => Promise<unknown>;
  /** The expected answer. Absent for steps that only read: their answer without faults is expected. */
  right?: unknown;
  /** Counts each effect at the vendor; in the end each must exist once. */
  effects?: () => Promise<number[]>;
}

export function nameOf({ vendor, method, of }: Scenario): string {
  return `${vendor} ${method}${of ? ` ${of}` : ""}`;
}
