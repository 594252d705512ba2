export interface Example {
  name: "status" | "invoices" | "payouts" | "daysEarlier";
  method: "GET" | "POST";
  /** Below `/api/v1`. */
  path: string;
  body?: Record<string, unknown>;
}

/** Calls that work for every account; the last one needs a key that may write. */
export const EXAMPLES: readonly Example[] = [
  { name: "status", method: "GET", path: "customers/{customerId}/status" },
  { name: "invoices", method: "POST", path: "customers/{customerId}/invoices", body: { size: 5, status: "confirmed" } },
  { name: "payouts", method: "GET", path: "gocardless/{customerId}/payouts" },
  {
    name: "daysEarlier",
    method: "POST",
    path: "customers/{customerId}/collectPaymentsDaysEarlier",
    body: { daysEarlier: 0 },
  },
];

/** Returns the example as a command of a terminal, which takes the key from the variable `EINZUG_KEY`. */
export function curlOf({ method, path, body }: Example, server: string, customerId: string): string {
  const address = `${server}/api/v1/${path.replace("{customerId}", customerId)}`;
  const lines = [`curl ${address}`, `-H "Authorization: Bearer $EINZUG_KEY"`];
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`);
  return (body || method === "GET" ? lines : [...lines, `-X ${method}`]).join(" \\\n  ");
}
