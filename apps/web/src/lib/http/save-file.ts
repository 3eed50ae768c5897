/** Time until the file's URL is revoked, ms: the browser needs it to save the file. */
const VALID_MS = 10_000;

/** Lets the browser save a CSV under the given name. */
export function saveCsv(parts: BlobPart[], nombre: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = nombre;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), VALID_MS);
}
