import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';

const PRODUCTO = 'Acequia';

/** "{page title} | Acequia", or the product's name alone when the page has none. */
export const tituloDePestana = (titulo?: string): string => (titulo ? `${titulo} | ${PRODUCTO}` : PRODUCTO);

/** Keeps the browser tab's title at the current route's `handle.titulo`. */
export function useTitulo(): void {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as { titulo?: string } | undefined;
  const titulo = handle?.titulo;
  useEffect(() => {
    document.title = tituloDePestana(titulo);
  }, [titulo]);
}
