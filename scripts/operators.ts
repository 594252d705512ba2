import { db } from "../lib/core/database/db";
import { grantOperator, listOperators, withdrawOperator } from "../lib/operations/access/grant-mutations";

/** `npm run operators [-- list | add EMAIL | remove EMAIL]`: manages who may see the operators' page. */
const [what = "list", email = ""] = process.argv.slice(2);
let isDone = true;
if (what === "list") for (const row of await listOperators()) console.log(`${row.since.toISOString()}  ${row.email}`);
else if (what === "add") {
  const refusal = await grantOperator(email);
  isDone = refusal === undefined;
  console.log(refusal ?? `${email} may see the operators' page from the next sign-in on`);
} else if (what === "remove") {
  isDone = await withdrawOperator(email);
  console.log(isDone ? `${email} may no longer` : `${email} is no operator`);
} else {
  isDone = false;
  console.error("list, add EMAIL or remove EMAIL?");
}
await db.$disconnect();
process.exit(isDone ? 0 : 1);
