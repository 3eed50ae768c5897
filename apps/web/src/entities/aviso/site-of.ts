import type { Aviso } from '@acequia/contracts';

/** The site of an alarm, where its words do not name it already; null otherwise. */
export const siteOf = ({ sitio, texto }: Pick<Aviso, 'sitio' | 'texto'>): string | null =>
  sitio === null || texto.includes(sitio) ? null : sitio;
