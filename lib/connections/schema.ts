import { z } from "zod";

/** Blanks come along with what is pasted; anything else about a key is for the vendor to judge. */
export const apiKeyInput = z.object({ apiKey: z.string().trim().min(1).max(200) });
