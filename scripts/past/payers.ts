/** The rhythm of a payer's invoices: monthly or quarterly by contract, or now and then. */
type Rhythm = "month" | "quarter" | "seldom";

export interface Payer {
  name: string;
  email: string;
  street: string;
  zip: string;
  city: string;
  language: "de" | "en";
  rhythm: Rhythm;
  /** Usual amount of an invoice, in cents. */
  usualCents: number;
  /** The texts on the invoices. */
  work: string[];
  /** The month of the recorded year, from 0, in which the payer becomes a customer. */
  since: number;
}

const OVEN = ["Wartung Teigmaschine", "Wartung Backofen", "Reparatur Gärschrank"];
const COFFEE = ["Wartung Kaffeemaschine", "Reparatur Kühltheke", "Prüfung Elektrogeräte"];
const HEATING = ["Wartung Heizungsanlage", "Austausch Umwälzpumpe", "Entkalkung Warmwasserbereiter"];
const PRACTICE = ["Wartung Absauganlage", "Prüfung Kompressor", "Filterwechsel Lüftung"];
const GATES = ["Prüfung Rolltore", "Reparatur Torantrieb", "Wartung Hebebühne"];
const METAL = ["Schweißarbeiten", "Instandsetzung Geländer", "Anfertigung Halterungen"];
const COLD = ["Wartung Kühlanlage", "Dichtheitsprüfung Kälteanlage", "Reparatur Verdichter"];
const HOME = ["Reparatur Markise", "Austausch Schließzylinder", "Wartung Gastherme"];

type Row = [name: string, mail: string, address: string, rhythm: Rhythm, euros: number, work: string[], since?: number];

/** Invented firms and people. The first three exist at the twins of the demo from the beginning. */
const ROWS: Row[] = [
  ["Bäckerei Sonnenschein KG", "rechnung@baeckerei", "Ahornweg 4, 01099 Dresden", "month", 297.5, OVEN],
  [
    "Zahnarztpraxis Dr. Weiß",
    "verwaltung@praxis-weiss",
    "Königsbrücker Straße 5, 01097 Dresden",
    "month",
    142.8,
    PRACTICE,
  ],
  [
    "Northgate Studios Ltd",
    "accounts@northgate",
    "Torstraße 88, 10119 Berlin",
    "quarter",
    952,
    ["Stage equipment inspection", "Hoist service"],
  ],
  [
    "Müller & Söhne Metallbau GmbH",
    "buchhaltung@mueller-soehne",
    "Industriestraße 12, 09111 Chemnitz",
    "seldom",
    1190,
    METAL,
  ],
  ["Café Größenwahn", "hallo@groessenwahn", "Louisenstraße 41, 01099 Dresden", "quarter", 310, COFFEE],
  ["Hausverwaltung Elbblick GmbH & Co. KG", "rechnungen@elbblick", "Elbufer 20, 01067 Dresden", "month", 714, HEATING],
  ["Autohaus Brandt e. K.", "office@autohaus-brandt", "Dohnaer Straße 101, 01219 Dresden", "quarter", 843, GATES],
  [
    "Turn- und Sportverein Grünau 1921 e. V.",
    "kasse@tsv-gruenau",
    "Sportplatzweg 1, 04209 Leipzig",
    "quarter",
    416.5,
    ["Instandsetzung Flutlicht", ...HEATING],
  ],
  ["Hofladen Schäfer", "schaefer@hofladen", "Dorfstraße 8, 01665 Klipphausen", "quarter", 261.8, COLD],
  ["Gasthof Zur Linde", "buero@zur-linde-grimma", "Markt 3, 04668 Grimma", "month", 178.5, COLD],
  [
    "Metzgerei Kowalski GmbH",
    "rechnung@metzgerei-kowalski",
    "Karl-Heine-Straße 61, 04229 Leipzig",
    "month",
    226.1,
    COLD,
  ],
  ["Hotel Drei Könige OHG", "einkauf@dreikoenige-torgau", "Schlossstraße 14, 04860 Torgau", "month", 428.4, HEATING],
  ["Kita Regenbogen e. V.", "leitung@kita-regenbogen", "Eisenbahnstraße 70, 04315 Leipzig", "month", 95.2, HEATING, 1],
  [
    "Wäscherei Perlweiß GmbH",
    "kontor@perlweiss",
    "Lützner Straße 112, 04177 Leipzig",
    "month",
    333.2,
    ["Wartung Mangel", "Wartung Waschmaschinen"],
  ],
  [
    "Druckerei Falter & Vogt",
    "rechnung@falter-vogt",
    "Gerberstraße 19, 04105 Leipzig",
    "month",
    202.3,
    ["Wartung Druckluft", "Wartung Falzmaschine"],
    2,
  ],
  [
    "Fitnessstudio Kraftwerk",
    "verwaltung@kraftwerk-fit",
    "Antonienstraße 3, 04229 Leipzig",
    "month",
    119,
    ["Wartung Sportgeräte"],
    3,
  ],
  [
    "Seniorenresidenz Auenblick gGmbH",
    "buchhaltung@auenblick",
    "Auenstraße 27, 04178 Leipzig",
    "month",
    547.4,
    ["Prüfung Aufzüge", ...HEATING],
  ],
  [
    "Bäckerei Brotzeit GmbH",
    "office@brotzeit-leipzig",
    "Zschochersche Straße 48, 04229 Leipzig",
    "month",
    249.9,
    OVEN,
    4,
  ],
  ["Tierarztpraxis am Auwald", "praxis@tierarzt-auwald", "Pfingstweide 6, 04179 Leipzig", "quarter", 166.6, PRACTICE],
  [
    "Brauhaus Plagwitz GmbH",
    "finanzen@brauhaus-plagwitz",
    "Weißenfelser Straße 65, 04229 Leipzig",
    "quarter",
    654.5,
    COLD,
  ],
  ["Physiotherapie Balance", "hallo@physio-balance", "Waldstraße 31, 04105 Leipzig", "quarter", 130.9, PRACTICE],
  ["Spedition Wendt GmbH", "rechnungswesen@spedition-wendt", "Am Güterring 8, 04158 Leipzig", "quarter", 892.5, GATES],
  ["Reiterhof Muldental", "hof@reiterhof-muldental", "Muldenweg 2, 04680 Colditz", "quarter", 208.25, METAL],
  ["Eisdiele Venezia", "ciao@venezia-eis", "Marktplatz 11, 04509 Delitzsch", "quarter", 297.5, COLD, 2],
  [
    "Wohnungsgenossenschaft Südvorstadt eG",
    "kreditoren@wg-suedvorstadt",
    "Arndtstraße 22, 04275 Leipzig",
    "quarter",
    1487.5,
    HEATING,
  ],
  [
    "Steuerkanzlei Albrecht & Partner",
    "kanzlei@albrecht-steuer",
    "Ferdinand-Lassalle-Straße 4, 04109 Leipzig",
    "quarter",
    154.7,
    ["Wartung Klimageräte"],
  ],
  [
    "Autowerkstatt Yıldırım",
    "werkstatt@kfz-yildirim",
    "Torgauer Straße 231, 04347 Leipzig",
    "quarter",
    380.8,
    GATES,
    1,
  ],
  ["Buchhandlung Seitenweise", "laden@seitenweise", "Kurt-Eisner-Straße 9, 04275 Leipzig", "seldom", 101.15, HOME],
  ["Blumenhaus Rosalie", "gruesse@blumen-rosalie", "Hauptstraße 54, 04416 Markkleeberg", "seldom", 142.8, COLD],
  ["Zimmerei Hartmann GmbH", "buero@zimmerei-hartmann", "Gewerbepark 17, 04442 Zwenkau", "seldom", 773.5, METAL],
  ["Pension Am Kulkwitzer See", "anfrage@pension-kulkwitz", "Seestraße 40, 04420 Markranstädt", "seldom", 357, HEATING],
  ["Friseur Haarscharf", "termin@haarscharf-leipzig", "Könneritzstraße 75, 04229 Leipzig", "seldom", 89.25, HOME],
  [
    "Weingut Saalehang",
    "kellerei@saalehang",
    "Weinbergstraße 1, 06632 Freyburg",
    "seldom",
    618.8,
    ["Reparatur Weinpresse", ...COLD],
  ],
  [
    "Restaurant Nordlicht",
    "kueche@nordlicht-restaurant",
    "Georg-Schumann-Straße 88, 04155 Leipzig",
    "seldom",
    321.3,
    COFFEE,
  ],
  [
    "Tischlerei Ebert",
    "info@tischlerei-ebert",
    "Hofer Straße 13, 04317 Leipzig",
    "seldom",
    464.1,
    ["Wartung Absaugung", "Schärfen und Justieren Formatsäge"],
  ],
  ["Fahrschule Grünphase", "kontakt@gruenphase", "Dresdner Straße 30, 04317 Leipzig", "seldom", 118.4, GATES],
  [
    "Kletterhalle Nordwand GmbH",
    "verwaltung@nordwand-halle",
    "Industriestraße 99, 04229 Leipzig",
    "seldom",
    702.1,
    ["Prüfung Sicherungspunkte", ...METAL],
  ],
  ["Bestattungshaus Ruhwald", "kontor@ruhwald", "Riebeckstraße 18, 04317 Leipzig", "seldom", 273.7, COLD],
  ["Getränkemarkt Quelle 7", "markt@quelle7", "Lindenauer Markt 7, 04177 Leipzig", "seldom", 238, COLD],
  ["Musikschule Taktvoll", "buero@taktvoll-leipzig", "Brockhausstraße 42, 04229 Leipzig", "seldom", 107.1, HEATING],
  [
    "Optik Klarblick",
    "service@optik-klarblick",
    "Petersstraße 15, 04109 Leipzig",
    "seldom",
    95.2,
    ["Wartung Klimageräte"],
    3,
  ],
  [
    "Gartencenter Grünauer Allee",
    "bestellung@gartencenter-gruenau",
    "Grünauer Allee 2, 04209 Leipzig",
    "seldom",
    535.5,
    ["Instandsetzung Bewässerung", ...GATES],
  ],
  ["Imkerei Honigtopf", "imker@honigtopf-sachsen", "Feldweg 5, 04824 Beucha", "seldom", 83.3, METAL],
  [
    "Maschinenbau Reinhold AG",
    "invoices@reinhold-maschinenbau",
    "Zwickauer Straße 145, 09116 Chemnitz",
    "seldom",
    2261,
    METAL,
  ],
  [
    "Klavierbau Seidel",
    "werkstatt@klavierbau-seidel",
    "Dufourstraße 11, 04107 Leipzig",
    "seldom",
    190.4,
    ["Reparatur Hebetechnik"],
  ],
  ["Campingplatz Störmthal", "rezeption@camping-stoermthal", "Am Strand 1, 04463 Großpösna", "seldom", 493.85, HEATING],
  ["Kanuverleih Pleißenkiosk", "boot@pleissenkiosk", "Schleußiger Weg 2, 04229 Leipzig", "seldom", 166.6, METAL, 4],
  [
    "Textilatelier Nadelöhr",
    "atelier@nadeloehr",
    "Merseburger Straße 33, 04177 Leipzig",
    "seldom",
    113.05,
    ["Reparatur Industrienähmaschine"],
  ],
  ["Landhandel Pohl", "bestellung@landhandel-pohl", "Bahnhofstraße 20, 04808 Wurzen", "seldom", 583.1, GATES],
  [
    "Kindertheater Wolkenschieber e. V.",
    "buero@wolkenschieber",
    "Spinnereistraße 7, 04179 Leipzig",
    "seldom",
    226.1,
    ["Prüfung Bühnentechnik"],
  ],
  ["Tobias Kern", "tobias.kern@mail", "Lindenstraße 17, 04177 Leipzig", "seldom", 119, HOME],
  ["Aylin Yılmaz", "aylin.yilmaz@mail", "Prager Straße 9, 01069 Dresden", "seldom", 95.2, HOME],
  ["Henrike Sander", "henrike.sander@mail", "Funkenburgstraße 14, 04105 Leipzig", "seldom", 130.9, HOME],
  ["Georg Thalheim", "g.thalheim@mail", "Bernhard-Göring-Straße 82, 04275 Leipzig", "seldom", 154.7, HOME, 1],
  ["Milena Novák", "milena.novak@mail", "Naumburger Straße 26, 04229 Leipzig", "seldom", 83.3, HOME, 3],
  ["Familie Oberländer", "oberlaender@mail", "Rödelstraße 5, 04229 Leipzig", "seldom", 202.3, HOME, 5],
  ["Dr. Ulrich Petzold", "u.petzold@mail", "Tieckstraße 3, 04275 Leipzig", "seldom", 178.5, HOME, 6],
  ["Saskia Rothe", "saskia.rothe@mail", "Alte Salzstraße 60, 04209 Leipzig", "seldom", 89.25, HOME, 8],
  // The newest customers, whose signature is still missing.
  ["Konditorei Zuckerguss", "post@konditorei-zuckerguss", "Nikolaistraße 33, 04109 Leipzig", "seldom", 285.6, OVEN, 11],
  [
    "Elektro Baumgart GmbH",
    "buchhaltung@elektro-baumgart",
    "Delitzscher Straße 64, 04129 Leipzig",
    "seldom",
    416.5,
    METAL,
    11,
  ],
  ["Ferienhof Morgentau", "hof@ferienhof-morgentau", "Dorfanger 9, 04828 Bennewitz", "seldom", 327.25, HEATING, 11],
  ["Ines Lohmann", "ines.lohmann@mail", "Shakespearestraße 41, 04107 Leipzig", "seldom", 142.8, HOME, 11],
];

/** This many payers at the end of the list have not signed by the last day. */
export const UNSIGNED = 4;

export const PAYERS: Payer[] = ROWS.map(([name, mail, address, rhythm, euros, work, since = 0]) => {
  const [street = "", place = ""] = address.split(", ");
  const [zip = "", ...city] = place.split(" ");
  const language = name.endsWith("Ltd") ? "en" : "de";
  const usualCents = Math.round(euros * 100);
  return {
    name,
    email: `${mail}.example`,
    street,
    zip,
    city: city.join(" "),
    language,
    rhythm,
    usualCents,
    work,
    since,
  };
});
