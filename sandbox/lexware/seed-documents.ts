import { DIRECT_DEBIT_TERM, TRANSFER_TERM } from "./organisations";

/** A payment condition that almost matches: it has two spaces before "SEPA". */
const NEAR_MISS_TERM = "Der Betrag wird per  SEPA-Lastschrift eingezogen.";

export interface SeedContact {
  key: string;
  name?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  language?: "de" | "en";
  street: string;
  zip: string;
  city: string;
}

/** Contacts of the demo organisation; their id is `stableId("contact:" + key)`. */
export const SEED_CONTACTS: SeedContact[] = [
  {
    key: "baeckerei",
    name: "Bäckerei Sonnenschein KG",
    firstName: "Jana",
    lastName: "Sommer",
    email: "rechnung@baeckerei.example",
    street: "Ahornweg 4",
    zip: "01099",
    city: "Dresden",
  },
  {
    key: "kern",
    firstName: "Tobias",
    lastName: "Kern",
    email: "tobias.kern@mail.example",
    street: "Lindenstraße 17",
    zip: "04177",
    city: "Leipzig",
  },
  {
    key: "northgate",
    name: "Northgate Studios Ltd",
    firstName: "Emily",
    lastName: "Carter",
    email: "accounts@northgate.example",
    language: "en",
    street: "Torstraße 88",
    zip: "10119",
    city: "Berlin",
  },
  {
    key: "mueller",
    name: "Müller & Söhne Metallbau GmbH",
    email: "buchhaltung@mueller-soehne.example",
    street: "Industriestraße 12",
    zip: "09111",
    city: "Chemnitz",
  },
  { key: "gaertnerei", name: "Gärtnerei Überall", street: "Am Anger 3", zip: "01809", city: "Heidenau" },
  {
    key: "cafe",
    name: "Café Größenwahn",
    email: "hallo@groessenwahn.example",
    street: "Louisenstraße 41",
    zip: "01099",
    city: "Dresden",
  },
  {
    key: "praxis",
    name: "Zahnarztpraxis Dr. Weiß",
    email: "verwaltung@praxis-weiss.example",
    street: "Königsbrücker Straße 5",
    zip: "01097",
    city: "Dresden",
  },
  {
    key: "hausverwaltung",
    name: "Hausverwaltung Elbblick GmbH & Co. KG",
    email: "rechnungen@elbblick.example",
    street: "Elbufer 20",
    zip: "01067",
    city: "Dresden",
  },
  {
    key: "autohaus",
    name: "Autohaus Brandt e. K.",
    email: "office@autohaus-brandt.example",
    street: "Dohnaer Straße 101",
    zip: "01219",
    city: "Dresden",
  },
  {
    key: "yilmaz",
    firstName: "Aylin",
    lastName: "Yılmaz",
    email: "aylin.yilmaz@mail.example",
    street: "Prager Straße 9",
    zip: "01069",
    city: "Dresden",
  },
  {
    key: "verein",
    name: "Turn- und Sportverein Grünau 1921 e. V.",
    email: "kasse@tsv-gruenau.example",
    street: "Sportplatzweg 1",
    zip: "04209",
    city: "Leipzig",
  },
  {
    key: "hofladen",
    name: "Hofladen Schäfer",
    email: "schaefer@hofladen.example",
    street: "Dorfstraße 8",
    zip: "01665",
    city: "Klipphausen",
  },
];

export interface SeedDocument {
  key: string;
  /** null for a one-time customer without a contact record. */
  contact: string | null;
  type?: string;
  cents: number;
  /** Days from today to the due date, and from today to the date of the document. */
  due: number;
  dated: number;
  term?: string;
  what: string;
  discount?: { percentage: number; days: number };
  after?: { pay: true } | { partPay: number } | { credit: number } | { void: true };
}

/** Documents in the order of their dates; their id is `stableId("voucher:" + key)`. */
export const SEED_DOCUMENTS: SeedDocument[] = [
  { key: "old-overdue", contact: "autohaus", cents: 84_300, due: -75, dated: -89, what: "Reparatur Hebebühne" },
  {
    key: "paid",
    contact: "baeckerei",
    cents: 29_750,
    due: -40,
    dated: -54,
    what: "Wartung Teigmaschine",
    after: { pay: true },
  },
  {
    key: "paid-transfer",
    contact: "praxis",
    cents: 47_600,
    due: -33,
    dated: -47,
    term: TRANSFER_TERM,
    what: "Prüfung Kompressor",
    after: { pay: true },
  },
  {
    key: "down-payment-paid",
    contact: "hausverwaltung",
    type: "downpaymentinvoice",
    cents: 238_000,
    due: -26,
    dated: -40,
    what: "Abschlag Heizungsumbau",
    after: { pay: true },
  },
  {
    key: "voided",
    contact: "cafe",
    cents: 15_900,
    due: -20,
    dated: -34,
    what: "Ersatzteile Kaffeemaschine",
    after: { void: true },
  },
  { key: "overdue", contact: "verein", cents: 62_475, due: -9, dated: -23, what: "Instandsetzung Flutlicht" },
  {
    key: "part-paid",
    contact: "mueller",
    cents: 119_000,
    due: -4,
    dated: -18,
    what: "Schweißarbeiten Halle 2",
    after: { partPay: 40_000 },
  },
  {
    key: "overdue-transfer",
    contact: "yilmaz",
    cents: 21_420,
    due: -2,
    dated: -16,
    term: TRANSFER_TERM,
    what: "Montage Regale",
  },
  {
    key: "with-credit-note",
    contact: "cafe",
    cents: 38_080,
    due: 2,
    dated: -12,
    what: "Wartungsvertrag Quartal",
    after: { credit: 7_140 },
  },
  {
    key: "closing",
    contact: "hausverwaltung",
    type: "closing",
    cents: 357_000,
    due: 5,
    dated: -9,
    what: "Heizungsumbau, Schlussrechnung",
  },
  { key: "bakery-next", contact: "baeckerei", cents: 29_750, due: 6, dated: -8, what: "Wartung Teigmaschine" },
  { key: "consumer", contact: "kern", cents: 11_900, due: 7, dated: -7, what: "Fahrradreparatur" },
  {
    key: "english",
    contact: "northgate",
    cents: 95_200,
    due: 7,
    dated: -7,
    what: "Stage equipment inspection",
  },
  {
    key: "discount",
    contact: "mueller",
    cents: 178_500,
    due: 8,
    dated: -6,
    what: "Stahlträger nach Maß",
    discount: { percentage: 2, days: 7 },
  },
  {
    key: "near-miss",
    contact: "autohaus",
    cents: 33_320,
    due: 9,
    dated: -5,
    term: NEAR_MISS_TERM,
    what: "Ölabscheider reinigen",
  },
  { key: "no-email", contact: "gaertnerei", cents: 26_180, due: 10, dated: -4, what: "Bewässerung einstellen" },
  { key: "no-contact", contact: null, cents: 4_998, due: 10, dated: -4, what: "Barverkauf Kleinteile" },
  {
    key: "sepadebit",
    contact: "praxis",
    type: "sepadebit",
    cents: 14_280,
    due: 11,
    dated: -3,
    what: "Wartung Absauganlage",
  },
  {
    key: "bookkeeping",
    contact: "hofladen",
    type: "salesinvoice",
    cents: 8_925,
    due: 11,
    dated: -3,
    what: "Bestellung 815",
  },
  {
    key: "down-payment-open",
    contact: "verein",
    type: "downpaymentinvoice",
    cents: 150_000,
    due: 12,
    dated: -2,
    what: "Abschlag Umkleidetrakt",
  },
  {
    key: "transfer",
    contact: "praxis",
    cents: 71_400,
    due: 12,
    dated: -2,
    term: TRANSFER_TERM,
    what: "Neue Filteranlage",
  },
  { key: "consumer-second", contact: "yilmaz", cents: 5_950, due: 13, dated: -1, what: "Schlüsseldienst" },
  { key: "large", contact: "hausverwaltung", cents: 642_600, due: 14, dated: 0, what: "Austausch Umwälzpumpen" },
  { key: "small", contact: "hofladen", cents: 50, due: 14, dated: 0, what: "Restbetrag Pfand" },
  { key: "draft", contact: "cafe", type: "draft", cents: 19_040, due: 14, dated: 0, what: "Angebotene Reinigung" },
];

export const DEFAULT_SEED_TERM = DIRECT_DEBIT_TERM;
