import { payerKey } from "@/lib/core/text/name-key";

export function isSameText(a: string, b: string): boolean {
  return payerKey(a) === payerKey(b);
}

/** True for "Frankfurt" and "Frankfurt am Main", or "Halle" and "Halle (Saale)". A missing city matches every city. */
export function isSameCity(a: string, b: string): boolean {
  const [one, other] = [payerKey(a), payerKey(b)];
  return one.startsWith(other) || other.startsWith(one);
}

/** True if all values equal the first one. */
export function isOne(values: string[], isSame: (a: string, b: string) => boolean): boolean {
  const [first = "", ...rest] = values;
  return rest.every((value) => isSame(first, value));
}
