import { Readable } from "node:stream";
import { download } from "@/lib/http/body/download";
import { readStatementHead, readStatementItems } from "@/lib/payouts/statement/data";
import { statementCsv } from "@/lib/payouts/statement/rendering";

export const GET = download<{ id: string }>(async ({ customerId, locale, params: { id } }) => {
  const head = await readStatementHead(customerId, id);
  const lines = Readable.from(statementCsv(head, readStatementItems(customerId, id), locale), { encoding: "utf8" });
  const name = `einzug-${locale === "de" ? "auszahlung" : "payout"}-${head.reference}.csv`;
  return { name, type: "text/csv; charset=utf-8", body: Readable.toWeb(lines) as ReadableStream };
});
