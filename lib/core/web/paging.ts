/** A page of a list, addressed by the id of a row: new rows at the top never shift the page that a person reads. */
export interface PageRequest {
  rows: number;
  /** Rows older than `after`, or newer than `before`; without both the newest rows. */
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

/** Returns a query parameter; of a repeated one the first value. */
export function paramOf(params: SearchParams, name: string): string | undefined {
  const value = params[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

export function pageRequestOf(params: SearchParams, prefix = ""): PageRequest {
  const rows = ROW_CHOICES.find((choice) => String(choice) === paramOf(params, "rows")) ?? ROW_CHOICES[0];
  return { rows, after: paramOf(params, `${prefix}after`), before: paramOf(params, `${prefix}before`) };
}

/** Returns a page number from 1; any invalid value means the first page. */
export function pageNumberOf(params: SearchParams, name: string): number {
  const text = paramOf(params, name) ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
