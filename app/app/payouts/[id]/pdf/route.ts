import { Readable } from "node:stream";
import { download } from "@/lib/http/body/download";
import { readStatementHead, readStatementItems } from "@/lib/payouts/statement/data";
import { statementPdf } from "@/lib/payouts/statement/rendering";

export const GET = download<{ id: string }>(async ({ customerId, locale, params: { id } }) => {
  const head = await readStatementHead(customerId, id);
  const { writer, write } = statementPdf(head, readStatementItems(customerId, id), locale);
  // Pages are sent while later ones are rendered; an error aborts the download, so that no incomplete file looks
  // complete.
  void write().catch((error: Error) => writer.stream.destroy(error));
  const name = `einzug-${locale === "de" ? "auszahlung" : "payout"}-${head.reference}.pdf`;
  return {
    name,
    type: "application/pdf",
    body: Readable.toWeb(writer.stream as unknown as Readable) as ReadableStream,
  };
});
