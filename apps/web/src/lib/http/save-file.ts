/** How long the browser may take to fetch what it was handed, ms. */
const VALE_MS = 10_000;

/** Hands a CSV to the browser, which saves it under the given name. */
export function guardarCsv(partes: BlobPart[], nombre: string): void {
  const url = URL.createObjectURL(new Blob(partes, { type: 'text/csv;charset=utf-8' }));
  const enlace = document.createElement('a');
  enlace.href = url;
  enlace.download = nombre;
  enlace.click();
  setTimeout(() => URL.revokeObjectURL(url), VALE_MS);
}
