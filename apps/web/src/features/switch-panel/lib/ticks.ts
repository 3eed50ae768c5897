import { fechaHora } from '../../../lib/format/format.js';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;
const DIA = 24 * HORA;
const PASOS = [
  ...[5, 15, 30].map((minutos) => minutos * MINUTO),
  ...[1, 2, 3, 6, 12].map((horas) => horas * HORA),
  ...[1, 2, 7, 14, 30, 60].map((dias) => dias * DIA),
];

const relojes = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of the zone are ahead of UTC at an instant, ms. */
function adelanto(ts: number, zona: string): number {
  let reloj = relojes.get(zona);
  if (!reloj) {
    const [corto, largo] = ['2-digit', 'numeric'] as const;
    const campos = { year: largo, month: corto, day: corto, hour: corto, minute: corto } as const;
    reloj = new Intl.DateTimeFormat('en', { timeZone: zona, hourCycle: 'h23', ...campos });
    relojes.set(zona, reloj);
  }
  const p = Object.fromEntries(reloj.formatToParts(ts).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(p['year']!, p['month']! - 1, p['day'], p['hour'], p['minute']);
  return local - Math.floor(ts / MINUTO) * MINUTO;
}

/** The instant at which the clocks of the zone show this. One they skip is the instant at which they do. */
function instante(local: number, zona: string): number {
  const cerca = local - adelanto(local, zona);
  return local - adelanto(cerca, zona);
}

/** The step between marks, ms: the finest that gives no more than `maximo` of them. */
export const pasoDe = (desde: number, hasta: number, maximo: number): number =>
  PASOS.find((paso) => (hasta - desde) / paso <= maximo) ?? PASOS.at(-1)!;

/** Round times of the zone between two instants: midnights stay midnights where clocks change. All in ms. */
export function marcas(desde: number, hasta: number, paso: number, zona: string): number[] {
  const todas: number[] = [];
  for (let local = Math.floor((desde + adelanto(desde, zona)) / paso) * paso; ; local += paso) {
    const ts = instante(local, zona);
    if (ts > hasta) return todas;
    if (ts >= desde && ts > (todas.at(-1) ?? -Infinity)) todas.push(ts);
  }
}

/** What stands under a mark: an hour, or the day where it begins. */
export function etiqueta(ts: number, paso: number, zona: string): string {
  const [dia = '', hora = ''] = fechaHora(ts, zona).split(' ');
  if (paso >= 30 * DIA) return dia;
  return paso >= DIA || hora === '00:00' ? dia.slice(0, 5) : hora;
}
