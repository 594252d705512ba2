import { z } from "zod";
import type { RetryShown } from "@/lib/collections/attempts/instruction-rules";
import { isDay } from "@/lib/core/time/dates";
import { NOTE_LENGTH } from "./types";

/** A note is plain text: line breaks are kept, blanks around the text are trimmed. */
export const noteInput = z.object({ text: z.string().trim().min(1).max(NOTE_LENGTH) });

/** The facts that a screen showed to the person who approves a retry. */
export const retryShownInput = z.object({
  returnedAt: z.string().max(64).nullable(),
  otherMandateId: z.string().max(64).nullable(),
  plannedFor: z.string().refine(isDay).nullable(),
  isStopped: z.boolean(),
}) satisfies z.ZodType<RetryShown>;
