import { type Aviso, typeOfAviso } from '@acequia/contracts';

/** The site of an alarm, where its sentence does not name it already; null otherwise. */
export function siteOf({ tipo, sitio, datos }: Pick<Aviso, 'tipo' | 'sitio' | 'datos'>): string | null {
  const { objeto } = typeOfAviso(tipo);
  if (sitio === null || objeto === 'placa' || objeto === 'sitio' || tipo === 'turno_fallido') return null;
  const names = datos && 'switch' in datos && datos.switch ? [datos.switch.zona, datos.switch.nombre] : [];
  return names.some((name) => name.includes(sitio)) ? null : sitio;
}
