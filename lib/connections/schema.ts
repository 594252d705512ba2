import { z } from "zod";

/** Blanks come along with what is pasted; anything else about a key is for the vendor to judge. */
export const apiKeyInput = z.object({ apiKey: z.string().max(200).trim().min(1) });
