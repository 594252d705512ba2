import type { CancelAction } from "@/lib/subscriptions/cancel/rules";
import type { CancelPayload } from "@/lib/subscriptions/schema";

/** Executes the action that the person chose; the cards only name it. */
export type Decide = (actionId: CancelAction, metadata?: CancelPayload["metadata"]) => void;
