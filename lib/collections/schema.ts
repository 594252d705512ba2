import { z } from "zod";
import { NOTE_LENGTH } from "./types";

/** A note is plain text: lines are kept, what surrounds it is not. */
export const noteInput = z.object({ text: z.string().trim().min(1).max(NOTE_LENGTH) });
