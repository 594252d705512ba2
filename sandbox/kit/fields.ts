import type { Day } from "./calendar";

/** The JSON object of a body, without any checks. */
export type Fields = Record<string, unknown>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isDay(value: unknown): value is Day {
  return (
    typeof value === "string" && DAY.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value
  );
}
