import PDFDocument from "pdfkit";
import { brand } from "@/lib/core/brand";
import type { Locale } from "@/lib/core/locales";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { pdfFont, type Weight } from "./font";

/** All measures are points, 595 by 842 on A4, because pdfkit does not know millimetres. */
const PAGE = { left: 56, right: 56, top: 56, bottom: 72, width: 595.28, height: 841.89 };
const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const INK = "#1d2b30";
const MUTED = "#5d686c";
const LINE = "#d9d6cf";
const ACTION = "#0f5566";
/** Maximum length of one field; longer text ends with an ellipsis. */
const FIELD_LENGTH = 300;
const TITLE_LENGTH = 120;
const ROW_HEIGHT = 18;

export interface PdfLetter {
  locale: Locale;
  /** Also the title of the reader's window. */
  title: string;
  subtitle?: string;
  /** The sender; the first line is the name. */
  sender: string[];
  /** Text at the foot of every page, next to the page number. */
  foot: string;
  /** Returns "Page 3" in the reader's language. */
  pageLabel: (page: number) => string;
}

export interface PdfColumn {
  label: string;
  /** Share of the page's width; the shares of all columns sum up to 1. */
  share: number;
  align?: "left" | "right";
}

/**
 * Writes a document in the product's design: A4, one column, tabular figures. Rows are written as they arrive, so a
 * document of any length needs little memory. The finished bytes are read from `stream`.
 */
export class PdfWriter {
  readonly stream: PDFKit.PDFDocument;
  private y = PAGE.top;
  private page = 0;
  private readonly root: PDFKit.PDFStructureElement;

  constructor(private readonly letter: PdfLetter) {
    this.stream = new PDFDocument({
      size: "A4",
      // This class breaks the pages; with margins pdfkit would add its own page breaks.
      margin: 0,
      autoFirstPage: false,
      lang: letter.locale,
      displayTitle: true,
      tagged: true,
      pdfVersion: "1.7",
      info: {
        Title: sanitiseLine(letter.title, FIELD_LENGTH),
        Author: sanitiseLine(letter.sender[0] ?? "", FIELD_LENGTH),
        Creator: brand.name,
      },
    });
    this.stream.registerFont("regular", pdfFont("regular").file);
    this.stream.registerFont("semibold", pdfFont("semibold").file);
    this.root = this.stream.struct("Document");
    this.stream.addStructure(this.root);
    this.nextPage();
    this.head();
  }

  private head(): void {
    const [name = "", ...lines] = this.letter.sender;
    this.line(name, { weight: "semibold", size: 10 });
    for (const text of lines.filter(Boolean)) this.line(text, { size: 9, colour: MUTED });
    this.y += 22;
    this.block(sanitiseLine(this.letter.title, TITLE_LENGTH), {
      tag: "H1",
      weight: "semibold",
      size: 20,
      colour: ACTION,
    });
    if (this.letter.subtitle) this.block(this.letter.subtitle, { size: 11, colour: MUTED });
    this.y += 12;
  }

  heading(text: string): void {
    this.y += 14;
    this.room(60);
    this.block(text, { tag: "H2", weight: "semibold", size: 12 });
    this.y += 4;
  }

  paragraph(text: string, options: { muted?: boolean } = {}): void {
    this.block(text, { size: 9.5, colour: options.muted ? MUTED : INK });
    this.y += 6;
  }

  /** Writes rows with a label on the left and its value on the right. */
  facts(rows: [string, string][]): void {
    const left = 190;
    for (const [label, value] of rows) {
      const text = this.clean(value || "–", FIELD_LENGTH);
      this.pen("regular", 9.5, INK);
      const height = this.stream.heightOfString(text, { width: WIDTH - left });
      this.room(height + 6);
      this.mark("P", () => {
        this.pen("regular", 9.5, MUTED);
        this.stream.text(this.clean(label, 80), PAGE.left, this.y, { width: left - 12, height: 14, ellipsis: true });
        this.pen("regular", 9.5, INK);
        this.stream.text(text, PAGE.left + left, this.y, { width: WIDTH - left });
      });
      this.y += height + 6;
    }
  }

  /** Starts a table whose rows follow one by one; the head is repeated on every page. */
  tableHead(columns: PdfColumn[]): void {
    this.room(ROW_HEIGHT * 3);
    this.row(
      columns,
      columns.map((column) => column.label),
      { weight: "semibold", colour: MUTED },
    );
    this.rule();
  }

  tableRow(columns: PdfColumn[], cells: string[], options: { isSum?: boolean; isWide?: boolean } = {}): void {
    if (this.y + ROW_HEIGHT > PAGE.height - PAGE.bottom) {
      this.nextPage();
      this.tableHead(columns);
    }
    if (options.isSum) this.rule();
    // The first text of a sum row may extend over the empty cells next to it.
    const filled = options.isWide ? [cells[0] ?? "", cells.at(-1) ?? ""] : cells;
    const last = columns.at(-1) as PdfColumn;
    const shown = options.isWide ? [{ label: "", share: 1 - last.share }, last] : columns;
    this.row(shown, filled, { weight: options.isSum ? "semibold" : "regular", colour: INK });
  }

  /** Starts a new page unless the next `rows` rows of the table fit on this one. */
  keepTogether(columns: PdfColumn[], rows: number): void {
    if (this.y + rows * ROW_HEIGHT <= PAGE.height - PAGE.bottom) return;
    this.nextPage();
    this.tableHead(columns);
  }

  end(): void {
    this.root.end();
    this.stream.end();
  }

  private row(columns: PdfColumn[], cells: string[], { weight, colour }: { weight: Weight; colour: string }): void {
    let x = PAGE.left;
    this.mark("P", () => {
      for (const [i, { share, align }] of columns.entries()) {
        const width = WIDTH * share - 8;
        this.pen(weight, 8.5, colour);
        const text = this.fitting(this.clean(cells[i] ?? "", FIELD_LENGTH), width);
        const indent = align === "right" ? width + 8 - this.stream.widthOfString(text) : 0;
        this.stream.text(text, x + indent, this.y + 4, { lineBreak: false });
        x += WIDTH * share;
      }
    });
    this.y += ROW_HEIGHT;
  }

  private rule(): void {
    this.artifact(() => {
      const { left, width, right } = PAGE;
      this.stream
        .moveTo(left, this.y)
        .lineTo(width - right, this.y)
        .lineWidth(0.6)
        .strokeColor(LINE)
        .stroke();
    });
  }

  private line(text: string, { weight = "regular", size, colour = INK }: Partial<Look> & { size: number }): void {
    this.pen(weight, size, colour);
    const shown = this.fitting(this.clean(text, FIELD_LENGTH), WIDTH);
    this.mark("P", () => this.stream.text(shown, PAGE.left, this.y, { lineBreak: false }));
    this.y += size * 1.4;
  }

  private block(text: string, look: Partial<Look> & { size: number; tag?: string }): void {
    const { weight = "regular", size, colour = INK, tag = "P" } = look;
    const shown = this.clean(text, 2_000);
    this.pen(weight, size, colour);
    const options = { width: WIDTH, lineGap: size * 0.25 };
    const height = this.stream.heightOfString(shown, options);
    this.room(height);
    this.pen(weight, size, colour);
    this.mark(tag, () => this.stream.text(shown, PAGE.left, this.y, options));
    this.y += height;
  }

  private pen(weight: Weight, size: number, colour: string): void {
    this.stream.font(weight).fontSize(size).fillColor(colour);
  }

  private room(height: number): void {
    if (this.y + height > PAGE.height - PAGE.bottom) this.nextPage();
  }

  private nextPage(): void {
    this.page += 1;
    this.stream.addPage();
    this.y = PAGE.top;
    const foot = PAGE.height - 44;
    this.artifact(() => {
      this.pen("regular", 8, MUTED);
      const label = this.letter.pageLabel(this.page);
      const wide = this.stream.widthOfString(label);
      const text = this.fitting(this.clean(this.letter.foot, FIELD_LENGTH), WIDTH - wide - 24);
      this.stream.text(text, PAGE.left, foot, { lineBreak: false });
      this.stream.text(label, PAGE.width - PAGE.right - wide, foot, { lineBreak: false });
    });
  }

  /** Draws one tagged piece of content, which a screen reader reads in the order of writing. */
  private mark(tag: string, draw: () => void): void {
    const content = this.stream.markStructureContent(tag);
    draw();
    this.stream.endMarkedContent();
    this.root.add(this.stream.struct(tag, {}, content));
  }

  /** Draws content that a screen reader skips. */
  private artifact(draw: () => void): void {
    this.stream.markContent("Artifact");
    draw();
    this.stream.endMarkedContent();
  }

  private fitting(text: string, width: number): string {
    if (this.stream.widthOfString(text) <= width) return text;
    let [fits, tooLong] = [0, text.length];
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (this.stream.widthOfString(`${sanitiseLine(text.slice(0, middle))}…`) <= width) fits = middle;
      else tooLong = middle;
    }
    return `${sanitiseLine(text.slice(0, fits)).trimEnd()}…`;
  }

  private clean(text: string, maxLength: number): string {
    return printable(sanitiseLine(text, maxLength), pdfFont("regular").has);
  }
}

interface Look {
  weight: Weight;
  size: number;
  colour: string;
}

const characters = new Intl.Segmenter("de", { granularity: "grapheme" });

/** Replaces each visible character that the font lacks by one box, so that no character vanishes unnoticed. */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const isKnown = (character: string) => [...character].every((point) => hasGlyph(point.codePointAt(0) ?? 0));
  return Array.from(characters.segment(text.normalize("NFC")), ({ segment }) =>
    isKnown(segment) ? segment : "□",
  ).join("");
}
