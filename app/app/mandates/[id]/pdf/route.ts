import { Readable } from "node:stream";
import { download } from "@/lib/http/body/download";
import { readMandateRecord } from "@/lib/mandates/record/data";
import { mandatePdf } from "@/lib/mandates/record/rendering";

export const GET = download<{ id: string }>(async ({ customerId, locale, params: { id } }) => {
  const record = await readMandateRecord(customerId, id);
  const writer = mandatePdf(record, locale);
  writer.end();
  const name = `einzug-${locale === "de" ? "mandat" : "mandate"}-${record.reference || record.providerId}.pdf`;
  return {
    name,
    type: "application/pdf",
    body: Readable.toWeb(writer.stream as unknown as Readable) as ReadableStream,
  };
});
