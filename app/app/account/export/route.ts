import { Readable } from "node:stream";
import { takeExport } from "@/lib/accounts/export-mutations";
import { today } from "@/lib/core/clock";
import { download } from "@/lib/http/download";

/** Returns the archive for the export button of the account's data page. */
export const GET = download(
  async ({ customerId, actor }) => ({
    name: `einzug-export-${today()}.zip`,
    type: "application/zip",
    body: Readable.toWeb(Readable.from(await takeExport(customerId, actor))) as ReadableStream,
  }),
  "owner",
);
