import type { CancelAction } from "@/lib/subscriptions/cancel-rules";
import type { CancelPayload } from "@/lib/subscriptions/schema";

/** Does what was decided on; the cards only say what. */
export type Decide = (actionId: CancelAction, metadata?: CancelPayload["metadata"]) => void;
