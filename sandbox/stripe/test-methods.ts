import type { CardFailure } from "./errors";

/** How a test value behaves. `declines` is refused at once; `fails` can be saved, but every payment is declined. */
export type Story =
  | { kind: "works" }
  | { kind: "declines"; failure: CardFailure }
  | { kind: "fails"; failure: CardFailure }
  | { kind: "authenticates"; everyTime: boolean; thenFails?: CardFailure }
  | { kind: "disputed" };

const YOUR_CARD = "Your card was declined.";
const declined = (declineCode: string, message = YOUR_CARD): CardFailure => ({
  code: "card_declined",
  declineCode,
  message,
});
const FAILURES: Record<string, CardFailure> = {
  generic_decline: declined("generic_decline"),
  insufficient_funds: declined("insufficient_funds", "Your card has insufficient funds."),
  lost_card: declined("lost_card"),
  stolen_card: declined("stolen_card"),
  expired_card: { code: "expired_card", declineCode: "expired_card", message: "Your card has expired." },
  incorrect_cvc: {
    code: "incorrect_cvc",
    declineCode: "incorrect_cvc",
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: "processing_error",
    declineCode: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  debit: {
    code: "payment_method_customer_decline",
    declineCode: null,
    message: "The customer's bank refused the debit.",
  },
};

export function failureFor(name: string): CardFailure {
  return FAILURES[name] ?? declined(name);
}

export function storyOf(name: string): Story {
  const [kind = "", detail = "generic_decline"] = name.split(":");
  if (kind === "declines" || kind === "fails") return { kind, failure: failureFor(detail) };
  if (kind === "authenticates")
    return {
      kind,
      everyTime: detail === "always",
      ...(detail === "fails" ? { thenFails: failureFor("insufficient_funds") } : {}),
    };
  return kind === "disputed" ? { kind } : { kind: "works" };
}

interface TestCard {
  brand: string;
  number: string;
  story: string;
  country: string;
  funding: string;
}

const card = (number: string, story = "works", brand = "visa", country = "US", funding = "credit"): TestCard => {
  return { number, story, brand, country, funding };
};

/** Documented test cards by number. */
const CARDS = [
  card("4242424242424242"),
  card("4000056655665556", "works", "visa", "US", "debit"),
  card("5555555555554444", "works", "mastercard"),
  card("378282246310005", "works", "amex"),
  card("4000002760000016", "works", "visa", "DE"),
  card("4000000000000002", "declines:generic_decline"),
  card("4000000000009995", "declines:insufficient_funds"),
  card("4000000000009987", "declines:lost_card"),
  card("4000000000009979", "declines:stolen_card"),
  card("4000000000000069", "declines:expired_card"),
  card("4000000000000127", "declines:incorrect_cvc"),
  card("4000000000000119", "declines:processing_error"),
  card("4000000000000341", "fails:generic_decline"),
  card("4000002500003155", "authenticates:once"),
  card("4000002760003184", "authenticates:always"),
  card("4000008260003178", "authenticates:fails"),
  card("4000000000000259", "disputed"),
];

/** Ready-made payment methods for these cards. */
const CARD_NAMES: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_de: "4000002760000016",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedLostCard: "4000000000009987",
  pm_card_visa_chargeDeclinedStolenCard: "4000000000009979",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: "4000008260003178",
  pm_card_createDispute: "4000000000000259",
};

export function cardByName(name: string): TestCard | undefined {
  return cardByNumber(CARD_NAMES[name] ?? "");
}

export function cardByNumber(number: string): TestCard | undefined {
  return CARDS.find((one) => one.number === number);
}

/** Test accounts: the first succeeds, the second fails, the third is disputed after it succeeded. */
const ACCOUNTS: Record<string, string> = {
  DE62370400440532013001: "fails:debit",
  DE35370400440532013002: "disputed",
};
const ACCOUNT_NAMES: Record<string, string> = {
  pm_success_de: "DE89370400440532013000",
  pm_failed_de: "DE62370400440532013001",
  pm_disputed_de: "DE35370400440532013002",
};

export function accountByName(name: string): string | undefined {
  return ACCOUNT_NAMES[name];
}

export function storyOfIban(iban: string): string {
  return ACCOUNTS[iban] ?? "works";
}

export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
