import type { CheckAccount, Client, Transaction } from "./model";
import { ref } from "./show-contact";
import { midnight, sum } from "./world";

/** Shows a payment account. `balance` is present only for accounts linked to a bank, which this twin does not have. */
export function showAccount(account: CheckAccount): Record<string, unknown> {
  return {
    id: account.id,
    objectName: "CheckAccount",
    additionalInformation: null,
    create: account.createdAt,
    update: account.updatedAt,
    sevClient: ref("SevClient", account.clientId),
    name: account.name,
    iban: account.iban,
    type: account.type,
    importType: account.importType,
    currency: "EUR",
    defaultAccount: account.isDefault ? "1" : "0",
    baseAccount: account.isDefault ? "1" : "0",
    priority: "0",
    status: account.isArchived ? "0" : "100",
    balance: null,
    bankServer: null,
    autoMapTransactions: "1",
    autoSyncTransactions: "0",
    lastSync: account.updatedAt,
    accountingNumber: account.accountingNumber,
    bic: null,
  };
}

export function showTransaction(transaction: Transaction): Record<string, unknown> {
  return {
    id: transaction.id,
    objectName: "CheckAccountTransaction",
    additionalInformation: null,
    create: transaction.createdAt,
    update: transaction.updatedAt,
    sevClient: ref("SevClient", transaction.clientId),
    valueDate: midnight(transaction.valueDay),
    entryDate: midnight(transaction.entryDay),
    paymtPurpose: transaction.purpose,
    amount: sum(transaction.cents),
    payeePayerName: transaction.payerName,
    payeePayerAcctNo: transaction.payerIban,
    payeePayerBankCode: transaction.payerBic,
    gvCode: null,
    entryText: null,
    primaNotaNo: null,
    checkAccount: ref("CheckAccount", transaction.accountId),
    status: String(transaction.status),
    sourceTransaction: null,
    targetTransaction: null,
    enshrined: null,
  };
}

/** Shows the user of the key. No call returns the name of the firm. */
export function showUser(client: Client): Record<string, unknown> {
  const { id, firstName, lastName, email } = client.user;
  return {
    id,
    objectName: "SevUser",
    additionalInformation: null,
    firstName,
    lastName,
    fullname: `${firstName} ${lastName}`,
    username: email,
    email,
    role: "admin",
    status: "100",
    languageCode: "de_DE",
    sevClient: ref("SevClient", client.id),
  };
}
