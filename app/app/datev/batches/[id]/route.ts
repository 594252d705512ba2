import { takeBatch } from "@/lib/datev/batch/mutations";
import { download } from "@/lib/http/body/download";

/**
 * Returns an export batch for the tax adviser: one file, or an archive if a month has more rows than a file may hold.
 */
export const GET = download<{ id: string }>(async ({ customerId, params: { id } }) => await takeBatch(customerId, id));
