/** Steps through a list by the key of a row: rows that arrive on top never shift what somebody is reading. */
export interface PageRequest {
  rows: number;
  /** Older than this row, or newer than that one; neither means the newest. */
  after?: string;
  before?: string;
}

export interface Page<T> {
  items: T[];
  older?: string;
  newer?: string;
}

export const ROW_CHOICES = [25, 50, 100] as const;

export type SearchParams = Record<string, string | string[] | undefined>;

/** One value of a query parameter; repeated ones count once. */
export function paramOf(params: SearchParams, name: string): string | undefined {
  const value = params[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

export function pageRequestOf(params: SearchParams, prefix = ""): PageRequest {
  const rows = ROW_CHOICES.find((choice) => String(choice) === paramOf(params, "rows")) ?? ROW_CHOICES[0];
  return { rows, after: paramOf(params, `${prefix}after`), before: paramOf(params, `${prefix}before`) };
}

/** A page by its number, from 1; whatever else stands there is the first one. */
export function pageNumberOf(params: SearchParams, name: string): number {
  const text = paramOf(params, name) ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
