export type Query = Record<string, string | undefined>;

/** Returns the address of a list with some parameters changed; undefined removes a parameter. */
export function listAddress(path: string, query: Query, changes: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) if (value) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}
