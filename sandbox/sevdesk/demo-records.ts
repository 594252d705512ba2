import { TRANSFER_TERM } from "./clients";

export interface DemoContact {
  key: string;
  name?: string;
  firstName?: string;
  lastName?: string;
  parent?: string;
  /** The address for invoices; `privateEmail` is a private address of the person. */
  email?: string;
  privateEmail?: string;
  street: string;
  zip: string;
  city: string;
  iban?: string;
}

/** Firms and persons; the vendor's list contains persons only on request. */
export const DEMO_CONTACTS: DemoContact[] = [
  {
    key: "bakery",
    name: "Bäckerei Sonnenschein KG",
    email: "rechnung@baeckerei.example",
    street: "Ahornweg 4",
    zip: "01099",
    city: "Dresden",
    iban: "DE02120300000000202051",
  },
  {
    key: "consumer",
    firstName: "Tobias",
    lastName: "Kern",
    privateEmail: "tobias.kern@mail.example",
    street: "Lindenstraße 17",
    zip: "04177",
    city: "Leipzig",
  },
  {
    key: "metal",
    name: "Müller & Söhne Metallbau GmbH",
    email: "buchhaltung@mueller-soehne.example",
    street: "Industriestraße 12",
    zip: "09111",
    city: "Chemnitz",
  },
  // Invoices go to the person, but the e-mail address for invoices is the firm's.
  {
    key: "metal-person",
    firstName: "Söhnke",
    lastName: "Müller",
    parent: "metal",
    street: "Industriestraße 12",
    zip: "09111",
    city: "Chemnitz",
  },
  { key: "garden", name: "Gärtnerei Überall", street: "Am Anger 3", zip: "01809", city: "Heidenau" },
  {
    key: "houses",
    name: "Hausverwaltung Elbblick GmbH & Co. KG",
    email: "rechnungen@elbblick.example",
    street: "Elbufer 20",
    zip: "01067",
    city: "Dresden",
  },
  {
    key: "stage",
    name: "Northgate Studios Ltd",
    email: "accounts@northgate.example",
    street: "Torstraße 88",
    zip: "10119",
    city: "Berlin",
  },
  {
    key: "club",
    name: "Turn- und Sportverein Grünau 1921 e. V.",
    email: "kasse@tsv-gruenau.example",
    street: "Sportplatzweg 1",
    zip: "04209",
    city: "Leipzig",
  },
];

export interface DemoInvoice {
  contact: string;
  type?: "draft" | "advance" | "partial" | "final" | "series";
  cents: number;
  /** Days from today to the due date, and from today to the date of the invoice. */
  due: number;
  dated: number;
  /** Undefined: direct debit. Null: no payment method. */
  term?: string | null;
  what: string;
  currency?: string;
  discount?: { percent: number; days: number };
  isOldPartPaid?: boolean;
  after?: "pay" | "void" | "remind" | { partPay: number };
}

/** In the order of their dates. */
export const DEMO_INVOICES: DemoInvoice[] = [
  { contact: "club", cents: 84_300, due: -75, dated: -89, what: "Reparatur Hebebühne", after: "remind" },
  { contact: "bakery", cents: 29_750, due: -40, dated: -54, what: "Wartung Teigmaschine", after: "pay" },
  { contact: "houses", type: "advance", cents: 119_000, due: -26, dated: -40, what: "Abschlag Umbau", after: "pay" },
  { contact: "garden", cents: 15_900, due: -20, dated: -34, what: "Ersatzteile", after: "void" },
  { contact: "club", cents: 62_475, due: -9, dated: -23, what: "Instandsetzung Flutlicht" },
  { contact: "metal", cents: 119_000, due: -4, dated: -18, what: "Schweißarbeiten", after: { partPay: 40_000 } },
  {
    contact: "bakery",
    cents: 59_500,
    due: -3,
    dated: -17,
    what: "Neue Knetarme",
    isOldPartPaid: true,
    after: { partPay: 20_000 },
  },
  { contact: "houses", type: "partial", cents: 59_500, due: 3, dated: -11, what: "Umbau, erster Teil" },
  { contact: "houses", type: "final", cents: 357_000, due: 5, dated: -9, what: "Umbau, Schlussrechnung" },
  { contact: "bakery", cents: 29_750, due: 6, dated: -8, what: "Wartung Teigmaschine" },
  { contact: "consumer", cents: 11_900, due: 7, dated: -7, what: "Fahrradreparatur" },
  { contact: "stage", cents: 95_200, due: 7, dated: -7, what: "Stage equipment inspection", currency: "USD" },
  { contact: "metal", cents: 178_500, due: 8, dated: -6, what: "Stahlträger", discount: { percent: 2, days: 7 } },
  { contact: "metal-person", cents: 33_320, due: 9, dated: -5, what: "Ölabscheider reinigen" },
  { contact: "garden", cents: 26_180, due: 10, dated: -4, what: "Bewässerung einstellen" },
  { contact: "club", cents: 71_400, due: 12, dated: -2, term: TRANSFER_TERM, what: "Neue Filteranlage" },
  { contact: "stage", cents: 4_998, due: 13, dated: -1, term: null, what: "Kleinteile" },
  { contact: "consumer", type: "draft", cents: 19_040, due: 14, dated: 0, what: "Angebotene Reinigung" },
  { contact: "bakery", type: "series", cents: 9_900, due: 14, dated: 0, what: "Wartungsvertrag" },
];
