import {
  type CeldaDossier,
  type CifrasDossier,
  type Dossier,
  monthName,
  TABLAS_DOSSIER,
  type TablaDossier,
  textOfCelda,
  dossierTotals,
} from '@acequia/contracts';
import { buffer } from 'node:stream/consumers';
import { setImmediate as otherWork } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { moment } from '../deliveries/message.js';
import { texts } from './textos.js';

type Doc = InstanceType<typeof PDFDocument>;

const MARGIN = 36;
const SIZE = { title: 18, heading: 12, text: 9, cell: 7.5 } as const;
/** Between the columns and the rows of a table, points. */
const GAP = { column: 6, row: 4 } as const;
/** How much wider than one of numbers a column of words is. */
const WIDE = 2.4;
const GREY = '#555555';
const LINE = '#cccccc';

/** Rows drawn before other work has its turn. */
const ROWS_AT_ONCE = 25;

/** What the standard fonts of PDF can write: Latin letters and a few marks. */
const NOT_IN_FONTS = /[^\x20-\x7e\xa0-\xff–—‘’“”•…€]/gu;
const writable = (text: string): string => text.replace(NOT_IN_FONTS, '?');

/**
 * Draws a dossier. @param console URL of the console: each row then links to its turns or readings
 * @param compress false writes the pages readable, for tests
 */
export const dossierPdf = async (
  dossier: Dossier,
  cifras: CifrasDossier,
  { console, compress = true }: { console?: string | undefined; compress?: boolean },
): Promise<Buffer> => {
  const month = monthName(dossier.mes);
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    compress,
    bufferPages: true,
    lang: 'es',
    info: { Title: texts.mailTitle(cifras.empresa, month), CreationDate: new Date(dossier.hecho) },
  });
  const drawn = buffer(doc);
  doc.font('Helvetica-Bold').fontSize(SIZE.title).text(writable(cifras.empresa));
  doc.fontSize(SIZE.heading).text(texts.title(month));
  doc.font('Helvetica').fontSize(SIZE.text).fillColor(GREY);
  const { zona_horaria } = cifras;
  doc.text(writable(texts.made(moment(dossier.hecho, zona_horaria), zona_horaria, dossier.numero)));
  doc.text(texts.hash(dossier.sha256));
  doc.text(`${pricesLine(cifras)} ${texts.unknown}`);
  heading(doc, texts.summary);
  for (const line of dossierTotals(cifras)) doc.text(line);
  for (const tabla of Object.values(TABLAS_DOSSIER)) await table(doc, tabla, cifras, console);
  numbers(doc);
  doc.end();
  return drawn;
};

const pricesLine = ({ tarifa_kwh, energia_periodos = [] }: CifrasDossier): string => {
  if (tarifa_kwh !== null) return texts.tarifa(String(tarifa_kwh));
  return energia_periodos.length > 0 ? texts.tarifas : texts.noTarifa;
};

const heading = (doc: Doc, text: string): void => {
  doc.moveDown().font('Helvetica-Bold').fontSize(SIZE.heading).fillColor('black').text(text, MARGIN);
  doc.font('Helvetica').fontSize(SIZE.text);
};

const bottomOf = (doc: Doc): number => doc.page.height - MARGIN;

const table = async (
  doc: Doc,
  tabla: TablaDossier,
  cifras: CifrasDossier,
  console: string | undefined,
): Promise<void> => {
  const { titulo, vacia, columnas } = tabla;
  const rows = tabla.filas(cifras);
  const widths = widthsOf(rows[0]?.celdas ?? [], doc.page.width - 2 * MARGIN);
  // A title and its first rows stay together.
  if (doc.y > bottomOf(doc) - 80) doc.addPage();
  heading(doc, titulo);
  if (rows.length === 0) {
    doc.fillColor(GREY).text(vacia).fillColor('black');
    return;
  }
  const titles = columnas.map((column) => column.titulo);
  const isNumber = (rows[0]?.celdas ?? []).map((_, i) => rows.some(({ celdas }) => typeof celdas[i] === 'number'));
  const draw = (cells: readonly string[], font: string, link?: string): void => {
    doc.font(font).fontSize(SIZE.cell);
    const height = Math.max(...cells.map((cell, i) => doc.heightOfString(cell, { width: widths[i] ?? 0 })));
    if (doc.y + height > bottomOf(doc)) {
      doc.addPage();
      if (font === 'Helvetica') draw(titles, 'Helvetica-Bold');
      doc.font(font);
    }
    const { y } = doc;
    let x = MARGIN;
    for (const [i, cell] of cells.entries()) {
      const width = widths[i] ?? 0;
      doc.text(cell, x, y, { width, align: isNumber[i] ? 'right' : 'left', ...(i === 0 && link && { link }) });
      x += width + GAP.column;
    }
    doc.y = y + height + GAP.row;
    doc.strokeColor(LINE).lineWidth(0.5);
    doc.moveTo(MARGIN, doc.y - GAP.row / 2).lineTo(doc.page.width - MARGIN, doc.y - GAP.row / 2);
    doc.stroke();
  };
  draw(titles, 'Helvetica-Bold');
  for (const [n, { celdas, lugar }] of rows.entries()) {
    // A thousand rows take a second or more.
    if (n % ROWS_AT_ONCE === 0) await otherWork();
    const cells = celdas.map((cell, i) => writable(textOfCelda(cell, columnas[i]?.decimales)));
    draw(cells, 'Helvetica', console && `${console}${lugar}`);
  }
  doc.fontSize(SIZE.text);
  doc.x = MARGIN;
};

/** By what the first row holds: words are given more room. */
const widthsOf = (celdas: readonly CeldaDossier[], whole: number): number[] => {
  const shares = celdas.map((celda) => (typeof celda === 'string' ? WIDE : 1));
  const room = whole - GAP.column * (celdas.length - 1);
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (room * share) / all);
};

/** Below the text, so the margin must not end the page. */
const numbers = (doc: Doc): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    doc.font('Helvetica').fontSize(SIZE.cell).fillColor(GREY);
    const options = { width: doc.page.width - 2 * MARGIN, align: 'right', lineBreak: false } as const;
    doc.text(texts.page(page - start + 1, count), MARGIN, doc.page.height - MARGIN / 1.5, options);
  }
};
