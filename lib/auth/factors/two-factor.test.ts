import { expect, test, vi } from "vitest";
import { newTwoFactorSecret, recoveryCodesOf } from "./two-factor";

function recoveryCodes(people: number): string[] {
  return Array.from({ length: people }, recoveryCodesOf)
    .flat()
    .map((code) => code.replace("-", ""));
}

test("recovery codes are ten letters, each equally likely: 49 bits", () => {
  const codes = recoveryCodes(800);
  expect(new Set(codes).size).toBe(8_000);
  for (const code of codes) expect(code).toHaveLength(10);
  const counts = new Map<string, number>();
  for (const letter of codes.join("")) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(10 * Math.log2(counts.size)).toBeGreaterThan(49);
  const mean = 80_000 / counts.size;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
  // 30 is expected by chance, 120 never. A plain remainder of the byte would make eight letters likelier and give 250.
  expect(chiSquare).toBeLessThan(120);
});

test("recovery codes and authenticator secrets come from the system's random source, not from a predictable one", () => {
  const foretold = [vi.spyOn(Math, "random").mockReturnValue(0.25), vi.spyOn(Date, "now").mockReturnValue(0)];
  const codes = recoveryCodes(20);
  const seeds = Array.from({ length: 50 }, () => newTwoFactorSecret("Einzug", "frieda@lindenhof.example").secret);
  for (const spy of foretold) spy.mockRestore();
  expect(new Set(codes).size).toBe(200);
  expect(new Set(seeds).size).toBe(50);
  // RFC 4226, section 4: at least 128 bits, better 160. Each letter has five.
  for (const seed of seeds) expect(seed).toMatch(/^[A-Z2-7]{32,}$/);
});
