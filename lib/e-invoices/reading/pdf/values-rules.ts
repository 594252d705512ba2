/** A value in a PDF: a dictionary, an array, a string's bytes, a name or number as written, or a reference. */
export type Value =
  | { kind: "dictionary"; entries: Map<string, Value> }
  | { kind: "array"; items: Value[] }
  | { kind: "string"; bytes: Buffer }
  | { kind: "word"; text: string }
  | { kind: "reference"; number: number; text: string };

const BLANK = /(?:[\s\0]|%[^\r\n]*)*/y;
const REFERENCE = /(\d{1,10})\s+(\d{1,5})\s+R\b/y;
const WORD = /\/?[^\s\0()<>[\]{}/%]*/y;
const ESCAPE = /\\(?:([0-7]{1,3})|(\r\n?|\n)|([\s\S]))/g;
const LETTERS: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
/** Lists of attachments are small and have few levels. What exceeds this ends the text. */
const [MAX_LEVELS, MAX_VALUES] = [32, 20_000];

/** Returns the value at the start of this text, one character for each byte; undefined if there is none. */
export function valueAt(text: string): Value | undefined {
  return new Values(text).next(0);
}

class Values {
  private at = 0;
  private count = 0;

  constructor(private readonly text: string) {}

  next(level: number): Value | undefined {
    this.match(BLANK);
    this.count += 1;
    if (level > MAX_LEVELS || this.count > MAX_VALUES) this.at = this.text.length;
    if (this.at >= this.text.length) return undefined;
    if (this.text.startsWith("<<", this.at)) return this.dictionary(level);
    if (this.text[this.at] === "[") return this.array(level);
    if (this.text[this.at] === "(") return this.literal();
    if (this.text[this.at] === "<") return this.hexadecimal();
    const [text, number] = this.match(REFERENCE) ?? [];
    if (text !== undefined) return { kind: "reference", number: Number(number), text };
    const word = this.match(WORD)?.[0];
    return word ? { kind: "word", text: word } : undefined;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found ?? undefined;
  }

  private isAt(end: string): boolean {
    this.match(BLANK);
    if (!this.text.startsWith(end, this.at)) return false;
    this.at += end.length;
    return true;
  }

  private dictionary(level: number): Value {
    this.at += 2;
    const entries = new Map<string, Value>();
    while (!this.isAt(">>")) {
      const key = this.next(level + 1);
      const value = this.next(level + 1);
      if (key?.kind !== "word" || value === undefined) break;
      entries.set(key.text, value);
    }
    return { kind: "dictionary", entries };
  }

  private array(level: number): Value {
    this.at += 1;
    const items: Value[] = [];
    while (!this.isAt("]")) {
      const item = this.next(level + 1);
      if (item === undefined) break;
      items.push(item);
    }
    return { kind: "array", items };
  }

  private literal(): Value {
    const from = this.at + 1;
    let depth = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const sign = this.text[this.at];
      if (sign === "\\") this.at += 1;
      else if (sign === "(") depth += 1;
      else if (sign === ")") depth -= 1;
      if (depth === 0) break;
    }
    const written = this.text.slice(from, this.at);
    this.at += 1;
    const plain = written.replace(ESCAPE, (_, octal?: string, line?: string, letter = "") => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return line === undefined ? (LETTERS[letter] ?? letter) : "";
    });
    return { kind: "string", bytes: Buffer.from(plain, "latin1") };
  }

  private hexadecimal(): Value {
    const end = this.text.indexOf(">", this.at);
    const digits = this.text.slice(this.at + 1, end === -1 ? undefined : end).replace(/\s/g, "");
    this.at = end === -1 ? this.text.length : end + 1;
    return { kind: "string", bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex") };
  }
}
