import type { CausaFallo, DatosDeAviso, LugarDeFallo } from '@acequia/contracts';
import { decimal } from './decimal.js';
import { board, listOf, lowered, moment, named, raised } from './textos-nombres.js';

const WHY: Readonly<Partial<Record<CausaFallo, string>>> = {
  corriente: 'la placa estaba sin corriente',
  sin_conexion: 'la placa estaba sin conexión y no se sabe si encendió',
  reloj: 'la placa no sabía la hora',
  bomba: 'su bomba no encendió, o se apagó antes',
  servicio: 'el servicio no estaba en marcha a su hora',
  sin_medir: 'su medidor no contó, y regó su tiempo máximo',
};
const WHAT: Readonly<Partial<Record<CausaFallo, readonly [string, string]>>> = {
  sin_conexion: ['un riego sin confirmar', 'riegos sin confirmar'],
  sin_agua: ['un riego sin agua', 'riegos sin agua'],
  sin_medir: ['un riego por volumen sin medir', 'riegos por volumen sin medir'],
  poca_agua: ['un riego con mucha menos agua que los anteriores', 'riegos con mucha menos agua que los anteriores'],
  mucha_agua: ['un riego con mucha más agua que los anteriores', 'riegos con mucha más agua que los anteriores'],
};
const LOST = ['un riego perdido o a medias', 'riegos perdidos o a medias'] as const;
const WATER: readonly CausaFallo[] = ['sin_agua', 'poca_agua', 'mucha_agua'];

const placeOfFailure = (lugar: LugarDeFallo): string | null => {
  if (lugar === null) return null;
  if ('sitio' in lugar) return lugar.sitio;
  return 'placa' in lugar ? board(lugar.placa) : named(lugar.switch);
};

const whyFailed = ({ causa, motivo, m3_medidos, m3_esperados }: DatosDeAviso['turno_fallido']): string => {
  if (!WATER.includes(causa)) return WHY[causa] ?? lowered(motivo ?? 'no se sabe por qué');
  const like = m3_esperados === null ? '' : `, cuando suele llevar ${decimal(m3_esperados)} m³`;
  return `el último con ${decimal(m3_medidos ?? 0)} m³${like}`;
};

/** Of turns that failed by one cause. */
export const failed = (datos: DatosDeAviso['turno_fallido']): string => {
  const { causa, turnos, desde, cosas, otras, lugar } = datos;
  const [one, many] = WHAT[causa] ?? LOST;
  const since = moment(desde);
  const what = turnos === 1 ? `${one}, el de ${since}` : `${turnos} ${many} desde ${since}`;
  const text = `${what} (${listOf(cosas, otras)}): ${whyFailed(datos)}.`;
  const place = placeOfFailure(lugar);
  return place === null ? raised(text) : `${place}: ${text}`;
};
