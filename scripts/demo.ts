import { resolve } from "node:path";
import { placesOf } from "./demo-environment";
import { startStack } from "./stack";

/**
 * `npm run demo [-- --empty]` starts the whole product with everything around it, in one terminal. `npm run dev` does the
 * same from the sources, with reload.
 */
const isEmpty = process.argv.includes("--empty");
const isWatching = process.argv.includes("--watch");
const ports = { web: Number(process.env.PORT ?? 3000), desk: Number(process.env.SANDBOX_PORT ?? 4000) };
const dataDir = resolve(process.env.EINZUG_DATA_DIR ?? ".data");
const places = placesOf(ports);
const startedAt = performance.now();

let stopping: Promise<void> | undefined;
const starting = startStack({
  ports,
  dataDir,
  data: isEmpty ? "none" : "past",
  isWatching,
  isQuick: true,
  databaseVariable: "DATABASE_URL",
  onStep: (step) => console.log(`· ${step}`),
});

async function stop(): Promise<void> {
  console.log("\n· stopping");
  await starting.then(
    (stack) => stack.stop(),
    () => {},
  );
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopping ??= stop();
  });
}

try {
  const stack = await starting;
  console.log(summary(Math.round((performance.now() - startedAt) / 100) / 10));
  for (const child of Object.values(stack.children)) {
    void child?.ended.then((code) => {
      if (!stopping) console.error(`! ${child.name} ended (${code}); see ${dataDir}/logs/${child.name}.log`);
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function summary(seconds: number): string {
  const signIn = isEmpty
    ? "register a company of your own, and confirm the address by the link in Mail"
    : "demo@einzug.test  /  Lastschrift-2026-!!";
  return `
  Einzug is ready after ${seconds} s.

  App            ${places.app}
  Sign in        ${signIn}
  Control panel  ${places.desk}      plays the outside world: accounting, payers, banks, days
  Mail           ${places.mail}      every mail that was sent

  Three things to try
  1. App: open Returned debits. A bank has sent one back: see why, and settle it.
  2. Control panel: press “Add invoice”; Bäckerei Sonnenschein KG is filled in. The invoice
     appears in the app under Invoices. Press “+21 d”: the debit is confirmed and paid
     out, and the payout is booked, to the cent, under Payouts.
  3. Control panel: add an invoice for a customer of your own with an email address. Mail:
     open the mandate request and sign (test IBAN DE89 3704 0044 0532 0130 00).

  Ctrl-C stops everything. Deleting ${dataDir} is a reset.
`;
}
