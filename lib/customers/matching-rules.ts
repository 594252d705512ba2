import { payerKey } from "@/lib/core/name-key";

export function isSameText(a: string, b: string): boolean {
  return payerKey(a) === payerKey(b);
}

/** "Frankfurt" and "Frankfurt am Main", "Halle" and "Halle (Saale)" are one place; nothing at all is no other one. */
export function isSameCity(a: string, b: string): boolean {
  const [one, other] = [payerKey(a), payerKey(b)];
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether all values are the same as the first. */
export function isOne(values: string[], isSame: (a: string, b: string) => boolean): boolean {
  const [first = "", ...rest] = values;
  return rest.every((value) => isSame(first, value));
}
