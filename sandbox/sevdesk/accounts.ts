import { dayInBerlin } from "../kit/calendar";
import type { Fields } from "../kit/fields";
import type { Call, Gate } from "./gate";
import { readBody, readCents, readRef } from "./input";
import type { CheckAccount, Transaction } from "./model";
import { Query } from "./query";
import { answer, missing, refuse } from "./replies";
import { showAccount, showTransaction } from "./show-account";
import { midnight, sum, unix, type World } from "./world";

/** Adds the routes for payment accounts and their transactions. */
export function addAccounts(world: World, gate: Gate): void {
  gate.on("GET", "/CheckAccount", (call) =>
    new Query(call.request, []).page(
      world.accounts.filter((one) => one.clientId === call.client.id),
      showAccount,
    ),
  );
  gate.on("GET", "/CheckAccount/:id", (call) =>
    answer([showAccount(findAccount(world, call, call.request.params.id))]),
  );
  gate.on("GET", "/CheckAccount/:id/getBalanceAtDate", (call) => balance(world, call));
  gate.on("POST", "/CheckAccount/Factory/fileImportAccount", (call) => {
    const body = readBody(call.request, "createFileImportAccount");
    if (body.importType === undefined) refuse(422, "importType must be CSV or MT940");
    return create(world, call, body, { type: "online", importType: body.importType as "CSV" | "MT940" });
  });
  gate.on("POST", "/CheckAccount/Factory/clearingAccount", (call) => {
    const body = readBody(call.request, "createClearingAccount");
    return create(world, call, body, { type: "offline", importType: null });
  });
  gate.on("GET", "/CheckAccountTransaction", (call) => listTransactions(world, call));
  gate.on("GET", "/CheckAccountTransaction/:id", (call) =>
    answer([showTransaction(findTransaction(world, call, call.request.params.id))]),
  );
  gate.on("POST", "/CheckAccountTransaction", (call) => createTransaction(world, call));
}

export function findAccount(world: World, { client }: Call, id = ""): CheckAccount {
  const account = world.accounts.get(id);
  return account?.clientId === client.id ? account : missing("CheckAccount");
}

export function findTransaction(world: World, { client }: Call, id = ""): Transaction {
  const transaction = world.transactions.get(id);
  return transaction?.clientId === client.id ? transaction : missing("CheckAccountTransaction");
}

/** Returns the sum of the transactions that sevdesk has, up to the end of that day. */
function balance(world: World, call: Call) {
  const query = new Query(call.request, ["date"]);
  const account = findAccount(world, call, call.request.params.id);
  const date = query.text("date");
  if (!date || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return refuse(400, "Parameter 'date' must be a date");
  const rows = world.transactions.filter((one) => one.accountId === account.id && one.valueDay <= date);
  return answer(sum(rows.reduce((total, one) => total + one.cents, 0)));
}

function create(world: World, call: Call, body: Fields, kind: Pick<CheckAccount, "type" | "importType">) {
  const { name, iban } = body;
  if (typeof name !== "string" || name.trim() === "") return refuse(422, "name is required");
  const accountingNumber = body.accountingNumber ? String(body.accountingNumber) : null;
  const isTaken = world.accounts.find(
    (one) => one.clientId === call.client.id && one.accountingNumber === accountingNumber && accountingNumber !== null,
  );
  if (isTaken) return refuse(422, "accountingNumber is used by another check account");
  const stamp = world.stamp(call.client.id);
  const account: CheckAccount = {
    ...stamp,
    ...kind,
    name,
    iban: typeof iban === "string" ? iban : null,
    accountingNumber,
    isDefault: false,
    isArchived: false,
  };
  return answer(showAccount(world.accounts.put(stamp.id, account)), {}, 201);
}

const TRANSACTION_FILTERS = [
  ...["checkAccount[id]", "checkAccount[objectName]", "isBooked", "paymtPurpose", "startDate", "endDate"],
  ...["payeePayerName", "onlyCredit", "onlyDebit"],
];

/**
 * Lists transactions. `paymtPurpose` matches parts of the text. That is documented nowhere, so tests must not rely on
 * it.
 */
function listTransactions(world: World, call: Call) {
  const query = new Query(call.request, TRANSACTION_FILTERS);
  const accountId = query.reference("checkAccount", "CheckAccount");
  const [from, to] = [query.instant("startDate"), query.instant("endDate")];
  const purpose = query.text("paymtPurpose");
  const payer = query.text("payeePayerName");
  const isBooked = query.text("isBooked") === undefined ? undefined : query.isSet("isBooked");
  const hits = world.transactions.filter(
    (one) =>
      one.clientId === call.client.id &&
      (accountId === undefined || one.accountId === accountId) &&
      (from === undefined || unix(midnight(one.valueDay)) >= from) &&
      (to === undefined || unix(midnight(one.valueDay)) <= to) &&
      (purpose === undefined || (one.purpose ?? "").includes(purpose)) &&
      (payer === undefined || one.payerName === payer) &&
      (isBooked === undefined || (one.status === 400) === isBooked) &&
      (!query.isSet("onlyCredit") || one.cents > 0) &&
      (!query.isSet("onlyDebit") || one.cents < 0),
  );
  return query.page(hits, showTransaction);
}

/** Creates a transaction. The API allows that on online accounts only; on other accounts a booking creates it. */
function createTransaction(world: World, call: Call) {
  const body = readBody(call.request, "createTransaction");
  const account = world.accounts.get(readRef(body, "checkAccount", "CheckAccount") ?? "");
  if (account?.clientId !== call.client.id) return refuse(422, "checkAccount is unknown");
  if (account.type !== "online") return refuse(422, "Transactions can only be created on online check accounts");
  if (body.status !== 100) return refuse(422, "status must be 100");
  const valueDay = dayInBerlin(new Date(String(body.valueDate)));
  const stamp = world.stamp(call.client.id);
  const transaction: Transaction = {
    ...stamp,
    accountId: account.id,
    valueDay,
    entryDay: body.entryDate ? dayInBerlin(new Date(String(body.entryDate))) : valueDay,
    cents: readCents(body, "amount"),
    purpose: (body.paymtPurpose as string | null | undefined) ?? null,
    payerName: body.payeePayerName as string | null,
    payerIban: (body.payeePayerAcctNo as string | null | undefined) ?? null,
    payerBic: (body.payeePayerBankCode as string | null | undefined) ?? null,
    status: 100,
    links: [],
  };
  return answer(showTransaction(world.transactions.put(stamp.id, transaction)), {}, 201);
}
