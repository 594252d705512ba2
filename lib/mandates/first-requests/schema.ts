import { z } from "zod";

/** The supplier's choice, and the list that they saw when they chose. */
export const firstRequestChoice = z.object({
  choice: z.enum(["now", "by_hand"]),
  seen: z.string().max(64),
});
export type FirstRequestChoice = z.output<typeof firstRequestChoice>;
