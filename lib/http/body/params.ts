import { z } from "zod";

/** The answer of calls that change something and return no data. */
export const done = z.object({ done: z.literal(true) });
export const DONE = { done: true } as const;

export const ofCustomer = z.object({ customerId: z.string() });
export const ofCustomerAndId = ofCustomer.extend({ id: z.string().min(1).max(200) });

export const sortOrder = z.enum(["asc", "desc"]);

/** Query parameters of a paged list. Pages are numbered from 0. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(0).max(10_000).default(0),
  size: z.coerce.number().int().min(1).max(250).default(25),
  sort: sortOrder.default("asc"),
});

export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    content: z.array(row),
    page: z.number(),
    size: z.number(),
    totalElements: z.number(),
    totalPages: z.number(),
  });
}
