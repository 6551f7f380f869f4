import { createRequire } from 'node:module';
import type PDFKit from 'pdfkit';
import { createPacer, type Pacer } from '../../pacer.js';

const require = createRequire(import.meta.url);

/**
 * Fonts by their paths, which are also the names that the document keeps them under: a font with another name that the document
 * has already would be read from its file at every use. Found when one is used, because a simulation comes without the fonts.
 */
const textFont = () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const boldFont = () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

const MARGIN = 50;
const PAGE = { width: 595.28, height: 841.89 };
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN - 30;
const GREY = '#666666';
const LINE = '#cccccc';
const SIZE = 9;
const ROW_GAP = 5;

/** A column of a table; `width` is a share of the page. */
export interface PdfColumn {
  readonly header: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** Facts, one line each: a name and a value. */
export type PdfFacts = readonly (readonly [string, string])[];

/** A page-oriented document in A4, one size of text, which grows downwards. */
export interface PdfDocument {
  title(text: string): void;
  /** Blocks of lines beside each other; the first line of each is its heading. */
  columns(blocks: readonly (readonly string[])[]): void;
  facts(facts: PdfFacts): void;
  heading(text: string): void;
  note(text: string): void;
  /** A table whose header is repeated on every page. `total`: rows below it, in bold. */
  table(
    columns: readonly PdfColumn[],
    rows: readonly (readonly string[])[],
    total?: readonly (readonly string[])[],
  ): Promise<void>;
  /** The file, its pages numbered. */
  end(pageText: (page: number, pages: number) => string): Promise<Buffer>;
}

/** Opens an empty document. What draws it is loaded with the first one. */
export async function createPdf(info: {
  readonly title: string;
  readonly author: string;
}): Promise<PdfDocument> {
  const { default: Document } = await import('pdfkit');
  const doc: PDFKit.PDFDocument = new Document({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    font: textFont(),
    info: { Title: info.title, Author: info.author },
  });
  const pacer = createPacer();
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));
  return {
    title(text) {
      doc.font(boldFont()).fontSize(18).fillColor('black').text(text, MARGIN, doc.y, { width: WIDTH });
      doc.moveDown(0.8);
    },
    columns: (blocks) => drawColumns(doc, blocks),
    facts: (facts) => drawFacts(doc, facts),
    heading(text) {
      makeRoom(doc, 60);
      doc
        .font(boldFont())
        .fontSize(11)
        .fillColor('black')
        .text(text, MARGIN, doc.y + 12, { width: WIDTH });
      doc.moveDown(0.6);
    },
    note(text) {
      makeRoom(doc, 30);
      doc
        .font(textFont())
        .fontSize(SIZE)
        .fillColor(GREY)
        .text(text, MARGIN, doc.y + 6, { width: WIDTH });
    },
    table: (columns, rows, total = []) => drawTable(doc, { columns, rows, total }, pacer),
    async end(pageText) {
      numberPages(doc, pageText);
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function makeRoom(doc: PDFKit.PDFDocument, height: number): boolean {
  if (doc.y + height <= BOTTOM) return false;
  doc.addPage();
  doc.y = MARGIN;
  return true;
}

function drawColumns(doc: PDFKit.PDFDocument, blocks: readonly (readonly string[])[]): void {
  const width = WIDTH / blocks.length;
  const top = doc.y;
  let bottom = top;
  for (const [index, [heading = '', ...lines]] of blocks.entries()) {
    const x = MARGIN + index * width;
    doc
      .font(textFont())
      .fontSize(8)
      .fillColor(GREY)
      .text(heading, x, top, { width: width - 20 });
    doc
      .font(textFont())
      .fontSize(SIZE + 1)
      .fillColor('black');
    for (const line of lines) doc.text(line, x, doc.y + 1, { width: width - 20 });
    bottom = Math.max(bottom, doc.y);
  }
  doc.x = MARGIN;
  doc.y = bottom + 18;
}

function drawFacts(doc: PDFKit.PDFDocument, facts: PdfFacts): void {
  for (const [name, value] of facts) {
    makeRoom(doc, 16);
    const top = doc.y;
    doc.font(textFont()).fontSize(SIZE).fillColor(GREY).text(name, MARGIN, top, { width: 120 });
    const nameBottom = doc.y;
    doc.fillColor('black').text(value, MARGIN + 125, top, { width: WIDTH - 125 });
    doc.y = Math.max(nameBottom, doc.y) + 2;
  }
  doc.x = MARGIN;
}

interface Table {
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly total: readonly (readonly string[])[];
}

async function drawTable(
  doc: PDFKit.PDFDocument,
  { columns, rows, total }: Table,
  pacer: Pacer,
): Promise<void> {
  const header = () => {
    drawRow(
      doc,
      columns,
      columns.map((column) => column.header),
      { font: textFont(), color: GREY },
    );
    drawLine(doc);
  };
  makeRoom(doc, 50);
  header();
  for (const row of rows) {
    await pacer.pause();
    if (makeRoom(doc, rowHeight(doc, columns, row))) header();
    drawRow(doc, columns, row, { font: textFont(), color: 'black' });
  }
  if (total.length === 0) return;
  makeRoom(doc, 20 * total.length);
  drawLine(doc);
  for (const row of total) drawRow(doc, columns, row, { font: boldFont(), color: 'black' });
}

function rowHeight(doc: PDFKit.PDFDocument, columns: readonly PdfColumn[], cells: readonly string[]): number {
  doc.font(textFont()).fontSize(SIZE);
  const heights = columns.map(({ width }, index) =>
    doc.heightOfString(cells[index] ?? '', { width: width * WIDTH - 8 }),
  );
  return Math.max(...heights) + ROW_GAP;
}

function drawRow(
  doc: PDFKit.PDFDocument,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  { font, color }: { readonly font: string; readonly color: string },
): void {
  const top = doc.y;
  const height = rowHeight(doc, columns, cells);
  let x = MARGIN;
  for (const [index, { width, align = 'left' }] of columns.entries()) {
    const cell = width * WIDTH;
    doc.font(font).fontSize(SIZE).fillColor(color);
    doc.text(cells[index] ?? '', x, top, { width: cell - (align === 'right' ? 0 : 8), align });
    x += cell;
  }
  doc.x = MARGIN;
  doc.y = top + height;
}

function drawLine(doc: PDFKit.PDFDocument): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + WIDTH, doc.y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  doc.y += ROW_GAP;
}

function numberPages(doc: PDFKit.PDFDocument, pageText: (page: number, pages: number) => string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    // Text below the margin would begin another page.
    doc.page.margins.bottom = 0;
    doc.font(textFont()).fontSize(8).fillColor(GREY);
    doc.text(pageText(index + 1, count), MARGIN, PAGE.height - MARGIN, { width: WIDTH, align: 'right' });
  }
}
