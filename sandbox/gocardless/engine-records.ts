import type { Day } from "../kit/calendar";
import type { Owned } from "./records";

export type SubscriptionStatus =
  | "pending_customer_approval"
  | "customer_approval_denied"
  | "active"
  | "finished"
  | "cancelled"
  | "paused";

/** A recurring payment, created by the merchant or by another app. */
export interface Subscription extends Owned {
  amount: number;
  name: string | null;
  interval: number;
  interval_unit: "weekly" | "monthly" | "yearly";
  start_date: Day;
  status: SubscriptionStatus;
  mandate: string;
}

export type InstalmentStatus = "pending" | "active" | "creation_failed" | "completed" | "cancelled" | "errored";

export interface InstalmentSchedule extends Owned {
  name: string;
  total_amount: number;
  status: InstalmentStatus;
  mandate: string;
  customer: string;
}
