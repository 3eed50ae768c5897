import { texts } from '../textos.js';

/** The first bytes of a ZIP archive, as which spreadsheets save their own workbooks. */
const ZIP = 'PK\u0003\u0004';

/**
 * The text of a file. The CSV of a Spanish Excel is no UTF-8: read as such, its accents would be lost.
 * @throws {Error} in words, when it is a workbook
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const western = () => new TextDecoder('windows-1252').decode(bytes);
  if (western().startsWith(ZIP)) throw new Error(texts.workbook);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return western();
  }
}
