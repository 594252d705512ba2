import { z } from "zod";

/** Removes blanks around a pasted key. The vendor checks everything else about it. */
export const apiKeyInput = z.object({ apiKey: z.string().max(200).trim().min(1) });
