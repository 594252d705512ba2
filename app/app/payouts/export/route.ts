import { csvFile, download } from "@/lib/http/body/download";
import { exportPayouts } from "@/lib/payouts/record/export-data";

/** Returns the list of payouts as a CSV file. */
export const GET = download(async ({ customerId, locale }) =>
  csvFile(locale === "de" ? "auszahlungen" : "payouts", exportPayouts(customerId, locale)),
);
