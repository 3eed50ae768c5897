/** How long the browser may take to fetch what it was handed, ms. */
const VALID_MS = 10_000;

/** Hands a CSV to the browser, which saves it under the given name. */
export function saveCsv(parts: BlobPart[], nombre: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = nombre;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), VALID_MS);
}
