import { takeBatch } from "@/lib/datev/batch-mutations";
import { download } from "@/lib/http/download";

/** A batch for the tax adviser: its file, or an archive where a month has more rows than a file may hold. */
export const GET = download<{ id: string }>(async ({ customerId, params: { id } }) => await takeBatch(customerId, id));
