import type { AffectedElement, JobFacts, Problem } from "./world";

/** The service's result for an uploaded file: it checks the header and counts the rows, no more. */
export interface FileCheck {
  facts: JobFacts;
  problem: Problem | null;
}

const MOST_POSTINGS = 99_999;
const LONGEST_HEADER = 1_000;
const HEADER_FIELDS = 31;
const DAY = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const NO_FACTS: JobFacts = {
  ...{ category: null, fiscalYearBegin: null, dateFrom: null, dateTo: null, label: null, recordCount: null },
};

/** Header fields that are checked one by one, counted from 1, with the service's names for them. */
const FIELDS: [number: number, name: string, form: RegExp][] = [
  [1, "DATEV Format Label", /^"EXTF"$/],
  [2, "Version Number", /^700$/],
  [3, "Data Category", /^(16|20|21|46|48|65)$/],
  [4, "Format Name", /^".+"$/],
  [5, "Format Version", /^\d{1,3}$/],
  [6, "Created On", /^\d{17}$/],
  [7, "Imported", /^$/],
  [11, "Consultant", /^\d{4,7}$/],
  [12, "Client", /^\d{1,5}$/],
  [13, "FY Begin", DAY],
  [14, "Length of Ledger Account", /^[4-8]$/],
  [23, "Reserved", /^$/],
  [24, "Reserved", /^(?:"")?$/],
  [25, "Reserved", /^$/],
  [26, "Reserved", /^$/],
  [29, "Reserved", /^$/],
  [30, "Reserved", /^(?:"")?$/],
];
/**
 * Category, name and the oldest accepted version. Versions that DATEV does not document are guessed to be as strict.
 */
const COMBINATIONS: [category: string, name: string, oldest: number][] = [
  ["16", "Debitoren/Kreditoren", 5],
  ["20", "Kontenbeschriftungen", 2],
  ["21", "Buchungsstapel", 12],
  ["46", "Zahlungsbedingungen", 2],
  ["48", "Diverse Adressen", 2],
  ["65", "Wiederkehrende Buchungen", 3],
];

export function checkFile(content: Buffer, clientId: string): FileCheck {
  const text = decode(content);
  if (text === undefined)
    return refused(file("Only Windows-1252, UTF-8, UTF16LE, and UTF16BE are supported"), NO_FACTS);
  const [header = "", , ...rows] = text.split(/\r\n|\n/);
  if (header.length > LONGEST_HEADER)
    return refused(head([{ name: "EXTF-header", reason: "exceeds maximum length of 1000 characters" }]), NO_FACTS);
  const fields = header.split(";");
  if (fields.length !== HEADER_FIELDS)
    return refused(head([{ name: "EXTF-header", reason: "Missing columns in EXTF-header" }]), NO_FACTS);
  const recordCount = rows.filter((row) => row !== "").length;
  const facts = factsOf(fields, recordCount);
  const wrong = wrongFields(fields, clientId);
  if (wrong.length > 0) return refused(head(wrong), facts);
  if (recordCount === 0) return refused(file("No payload"), facts);
  if (recordCount > MOST_POSTINGS) return refused(file("More than 99999 postings"), facts);
  return { facts, problem: null };
}

function wrongFields(fields: string[], clientId: string): AffectedElement[] {
  const field = (number: number): string => fields[number - 1] ?? "";
  const wrong: AffectedElement[] = FIELDS.filter(([number, , form]) => !form.test(field(number))).map(
    ([number, name]) => ({ name, reason: `is invalid (${number})` }),
  );
  const isCombined = COMBINATIONS.some(
    ([category, name, oldest]) => field(3) === category && field(4) === `"${name}"` && Number(field(5)) >= oldest,
  );
  if (wrong.length === 0 && !isCombined)
    wrong.push({ name: "EXTF-header", reason: "Invalid combination of data category, format name and format version" });
  if (field(3) === "21") {
    if (!DAY.test(field(15))) wrong.push({ name: "Date From", reason: "is invalid (15)" });
    if (!DAY.test(field(16))) wrong.push({ name: "Date To", reason: "is invalid (16)" });
    if (field(15) > field(16)) wrong.push({ name: "Date From", reason: "DateFrom must not be greater than DateTo" });
  }
  const [consultant, client] = clientId.split("-");
  if (field(11) !== consultant) wrong.push({ name: "Consultant", reason: "does not match with the upload request" });
  if (field(12) !== client) wrong.push({ name: "Client", reason: "does not match with the upload request" });
  return wrong;
}

function factsOf(fields: string[], recordCount: number): JobFacts {
  const day = (number: number): string | null => {
    const text = fields[number - 1] ?? "";
    return DAY.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;
  };
  return {
    category: Number(fields[2]) || null,
    ...{ fiscalYearBegin: day(13), dateFrom: day(15), dateTo: day(16), recordCount },
    label: fields[16]?.replaceAll('"', "") || null,
  };
}

/** Decodes a file by its byte order mark. Without one it is Windows-1252, in which five bytes are undefined. */
function decode(content: Buffer): string | undefined {
  try {
    if (content[0] === 0xef && content[1] === 0xbb) return new TextDecoder("utf-8", { fatal: true }).decode(content);
    if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder("utf-16le", { fatal: true }).decode(content);
    if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder("utf-16be", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
  if (content.some((byte) => [0x00, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))) return undefined;
  return new TextDecoder("windows-1252").decode(content);
}

function refused(problem: Problem, facts: JobFacts): FileCheck {
  return { facts, problem };
}

function file(detail: string): Problem {
  return { id: 1_008_833, title: "Invalid file", detail, elements: [] };
}

function head(elements: AffectedElement[]): Problem {
  return { id: 1_008_834, title: "Invalid EXTF-header", detail: "Fields with error", elements };
}
