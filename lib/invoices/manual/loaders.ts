import { pageSession } from "@/lib/auth/sessions/page-session";
import type { ErrorCode } from "@/lib/core/web/errors";
import { toAppError } from "@/lib/http/refusals/problem";
import { readVouchers, type VoucherPage } from "./data";
import { dateRange } from "./schema";

/**
 * Returns the documents of a range of days, or the code of the error. A vendor that is down must not break the page.
 */
export async function loadVouchers(
  input: { dateFrom?: string; dateTo?: string },
  query: { page: number; size: number },
): Promise<{ vouchers: VoucherPage } | { refusal: ErrorCode }> {
  const { customerId } = await pageSession();
  const range = dateRange.safeParse(input);
  if (!range.success) return { refusal: "date_range_required" };
  try {
    return { vouchers: await readVouchers(customerId, range.data, query) };
  } catch (error) {
    return { refusal: toAppError(error).code };
  }
}
