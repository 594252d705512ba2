import { Readable } from "node:stream";
import { today } from "@/lib/core/time/clock";
import { download } from "@/lib/http/body/download";
import { takeExport } from "@/lib/privacy/export/mutations";

/** Returns the archive for the export button of the account's data page. */
export const GET = download(
  async ({ customerId, actor }) => ({
    name: `einzug-export-${today()}.zip`,
    type: "application/zip",
    body: Readable.toWeb(Readable.from(await takeExport(customerId, actor))) as ReadableStream,
  }),
  "owner",
);
