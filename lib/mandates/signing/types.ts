import type { Cents } from "@/lib/core/money/money";
import type { Day } from "@/lib/core/time/dates";

/** The content of the payer's page. It reveals no more about the supplier than a letter would. */
export interface PayerPage {
  state: "open" | "signed" | "withdrawn" | "unknown" | "payments-disconnected" | "payments-held" | "books-disconnected";
  language: "en" | "de";
  supplier: { name: string; address: string; city: string; zip: string; email: string; phone: string; website: string };
  creditorName: string;
  creditorIdentifier: string | null;
  noticeDays: number;
  invoice?: { number: string; amountCents: Cents; dueDate: Day };
  contactName: string;
}
