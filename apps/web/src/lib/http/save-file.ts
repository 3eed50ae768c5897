/** Time until the file's URL is revoked, ms: the browser needs it to save the file. */
const VALID_MS = 10_000;

/** Lets the browser save a file under the given name. */
export function saveFile(parts: BlobPart[], nombre: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = nombre;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), VALID_MS);
}
