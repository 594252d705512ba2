import { AppError } from "@/lib/core/web/errors";
import { findFile, readContent } from "@/lib/e-invoices/tray/data";
import { originalName } from "@/lib/e-invoices/tray/rules";
import { download } from "@/lib/http/body/download";

/**
 * Returns the file as it was received, always as a download of an unknown type: nothing that a stranger wrote is shown
 * within our own origin.
 */
export const GET = download<{ id: string }>(async ({ customerId, params: { id } }) => {
  const [file, content] = await Promise.all([findFile(customerId, id), readContent(customerId, id)]);
  if (!file || !content) throw new AppError("not_found");
  return {
    name: originalName(file.name, content),
    type: "application/octet-stream",
    body: new Blob([content]).stream(),
  };
});
