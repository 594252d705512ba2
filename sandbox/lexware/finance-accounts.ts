import type { Fields } from "../kit/fields";
import type { Call, Gate } from "./gate";
import { readObject, textOrNull } from "./input";
import type { FinanceAccount } from "./model";
import { actionResult, type Detail, refuse, refuseInvalid } from "./replies";
import { centsOf, euros, newId, type World } from "./world";

const PATH = "/v1/finance/accounts";
const TYPES = ["GIRO", "SAVINGS", "FIXEDTERM", "SECURITIES", "LOAN", "CREDITCARD", "CASH", "PAYMENT_PROVIDER"];

/**
 * Adds the routes for financial accounts (partner only). The balance is what the app last set; Lexware never computes
 * it.
 */
export function addFinanceAccounts(world: World, gate: Gate): void {
  gate.on("GET", PATH, "finance.read", ({ request, organisation }) => {
    const iban = request.query.get("iban");
    const reference = request.query.get("externalReference");
    if (iban !== null && reference !== null)
      refuse(world, request, 400, "Only one of 'iban' and 'externalReference' may be given.");
    const accounts = world.accounts.filter(
      (account) =>
        account.organisationId === organisation.id &&
        (iban === null || account.iban === iban) &&
        (reference === null || account.externalReference === reference),
    );
    return { status: 200, body: accounts.map(show) };
  });
  gate.on("POST", PATH, "finance.write", (call) => {
    const input = readAccount(world, call, readObject(world, call.request));
    const id = newId();
    const at = world.now();
    const kept = { ...input, id, organisationId: call.organisation.id, lockVersion: 0, createdAt: at, updatedAt: at };
    const account = world.accounts.put(id, kept);
    const headers = { location: `${call.request.origin}${PATH}/${id}` };
    return { status: 201, headers, body: actionResult(call.request, PATH, { ...account, version: 0 }) };
  });
  gate.on("GET", `${PATH}/:id`, "finance.read", (call) => ({ status: 200, body: show(accountOf(world, call)) }));
  gate.on("PUT", `${PATH}/:id`, "finance.write", (call) => {
    const before = accountOf(world, call);
    const body = readObject(world, call.request);
    if (body.lockVersion !== before.lockVersion)
      refuse(world, call.request, 409, "The lockVersion of the account is stale.");
    const input = readAccount(world, call, { ...body, type: body.type ?? before.type });
    const lockVersion = before.lockVersion + 1;
    const account = world.accounts.put(before.id, { ...before, ...input, lockVersion, updatedAt: world.now() });
    return { status: 200, body: actionResult(call.request, PATH, { ...account, version: lockVersion }) };
  });
  gate.on("DELETE", `${PATH}/:id`, "finance.delete", (call) => {
    const account = accountOf(world, call);
    if (world.transactions.find((transaction) => transaction.accountId === account.id))
      refuse(world, call.request, 409, "The account still has transactions.");
    world.accounts.delete(account.id);
    return { status: 204 };
  });
}

function accountOf(world: World, { request, organisation }: Call): FinanceAccount {
  const account = world.accounts.get(request.params.id ?? "");
  if (account?.organisationId !== organisation.id)
    return refuse(world, request, 404, "The requested financial account was not found.");
  return account;
}

type AccountInput = Omit<FinanceAccount, "id" | "organisationId" | "lockVersion" | "createdAt" | "updatedAt">;

function readAccount(world: World, { request }: Call, body: Fields): AccountInput {
  const details: Detail[] = [];
  const required = (name: string): string => {
    const value = textOrNull(body[name]);
    if (value === null) details.push({ violation: "NOTNULL", field: name, message: "darf nicht leer sein" });
    return value ?? "";
  };
  const type = required("type");
  if (type && !TYPES.includes(type))
    details.push({ violation: "INVALID", field: "type", message: "unbekannter Kontotyp" });
  const balanceCents = body.balance === undefined ? 0 : centsOf(body.balance);
  if (balanceCents === undefined) details.push({ violation: "INVALID", field: "balance", message: "kein Betrag" });
  const input: AccountInput = {
    type,
    name: required("name"),
    accountSystem: required("accountSystem"),
    bankName: textOrNull(body.bankName),
    accountHolder: textOrNull(body.accountHolder),
    iban: type === "GIRO" ? required("iban") : textOrNull(body.iban),
    bic: type === "GIRO" ? required("bic") : textOrNull(body.bic),
    balanceCents: balanceCents ?? 0,
    externalReference: textOrNull(body.externalReference),
  };
  if (details.length > 0) refuseInvalid(world, request, details);
  return input;
}

function show(account: FinanceAccount): Record<string, unknown> {
  return {
    financialAccountId: account.id,
    type: account.type,
    name: account.name,
    accountSystem: account.accountSystem,
    bankName: account.bankName,
    accountHolder: account.accountHolder,
    iban: account.iban,
    bic: account.bic,
    balance: euros(account.balanceCents),
    externalReference: account.externalReference,
    creditCardNumber: null,
    provider: null,
    deactivated: false,
    state: null,
    initialSyncDate: null,
    lockVersion: account.lockVersion,
    createdDate: account.createdAt,
    lastModifiedDate: account.updatedAt,
  };
}
