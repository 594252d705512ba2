import { expect, test } from "vitest";
import { cutPage } from "@/lib/core/database/page-reading";
import { csvList } from "./list";

/** Returns the lines of a list of so many rows; between two batches so many of them leave it. */
async function linesOf(count: number, leaving: number): Promise<string[]> {
  let rows = Array.from({ length: count }, (_, i) => ({ id: String(10_000 + i) }));
  const read = (page: { rows: number; after?: string }) => {
    if (page.after) rows = rows.slice(0, count - leaving);
    return cutPage(page, async ({ take, from }) => rows.filter(({ id }) => !from || id > from).slice(0, take));
  };
  let text = "";
  for await (const piece of csvList("cus_1", "en", { heads: ["id"], cells: ({ id }) => [id], read })) text += piece;
  return text.trimEnd().split("\r\n");
}

test("a table file has every row of its list once, however many batches it takes", async () => {
  const lines = await linesOf(1_203, 0);
  expect(lines).toHaveLength(1_204);
  expect(new Set(lines).size).toBe(1_204);
});

test("a list whose rest has left it while its table file was written breaks off, instead of doubling rows", async () => {
  await expect(linesOf(700, 200)).rejects.toThrow("the list has changed");
});
