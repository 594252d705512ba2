import fc from "fast-check";
import { z } from "zod";
import { routes } from "@/app/api/v1/routes";
import { callsOf } from "@/lib/http/openapi";
import { allowed, type Schema } from "@/soak/fuzz/schema-values";

const PERSON = { name: "Frieda Brandt", email: "frieda@einzug.test", zip: "04109", city: "Leipzig", address: "Ring 1" };
/** Plausible input that only a person would think of. */
const TYPED = [
  {
    ...PERSON,
    password: "Lastschrift-77!!",
    companyName: "Werkstatt",
    countryCode: "DE",
    mobileNumber: "+493415550100",
  },
  { ...PERSON, company: "Werkstatt", country: "DE" },
  { dateFrom: "2026-09-01", dateTo: "2026-09-30" },
];

interface Body {
  /** Method and path. */
  call: string;
  body: z.ZodType;
  /** The body's schema as the API description has it. */
  schema: Schema;
  /** Returns bodies that the description allows; the API accepts some. */
  samples: () => unknown[];
}

/** Every call of our API with a JSON body. */
export const apiBodies: Body[] = callsOf(routes).flatMap(({ method, path, spec }) => {
  if (!spec.body || spec.multipart) return [];
  const schema = z.toJSONSchema(spec.body, { io: "input", unrepresentable: "any" }) as Schema;
  const samples = () => [...TYPED, ...fc.sample(allowed(schema), { seed: 6, numRuns: 60 })];
  return [{ call: `${method} ${path}`, body: spec.body, schema, samples }];
});
