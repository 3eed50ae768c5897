import type { EstadoSistema } from './sistema.js';

type Estado = Omit<EstadoSistema, 'condiciones'>;
type Condiciones = EstadoSistema['condiciones'];

/** Unhandled entries of a stream: a minute of 1,000 boards, or of a service that stands still. */
export const MAX_LAG = 1_000;
/** Age of the oldest unhandled entry: a small farm whose readings are not stored takes an hour to reach the count. */
export const MAX_LAG_MS = 120_000;
/** Share of a disk that must stay free, and the share below which it is grave. */
export const MIN_FREE = { warn: 0.15, grave: 0.05 } as const;
/** A daily backup may come late once. */
export const MAX_BACKUP_AGE_MS = 36 * 3_600_000;
/**
 * Share of a certificate's lifetime that must be left: Caddy renews with a third left, be it of 90 days or of its own authority's 12
 * hours; a local certificate must be renewed manually.
 */
export const CERTIFICATE_WARN = 0.15;
const USUAL_LIFETIME_MS = 90 * 86_400_000;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const daysIn = (ms: number): number => Math.max(0, Math.floor(ms / DAY_MS));

const timeIn = (ms: number): string => {
  if (ms < HOUR_MS) return 'menos de una hora';
  if (ms < 2 * HOUR_MS) return 'una hora';
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} horas` : `${daysIn(ms)} días`;
};

/** What an operator has to act on, worst first. */
export const conditionsOf = (estado: Estado): Condiciones => {
  const { ts, instancias, faltan, atrasos, descartados_total, discos, respaldo } = estado;
  const found: Condiciones = [];
  if (faltan.length > 0)
    found.push({ condicion: 'servicio', grave: true, texto: `No responde: ${faltan.join(', ')}.` });
  for (const { cola, servicio, entradas, desde } of atrasos) {
    const age = desde === null ? 0 : ts - desde;
    const waits = age > MAX_LAG_MS ? `, la más antigua desde hace ${Math.floor(age / 60_000)} minutos` : '';
    if (entradas > MAX_LAG || waits)
      found.push({
        condicion: 'atraso',
        grave: entradas > 10 * MAX_LAG || age > 10 * MAX_LAG_MS,
        texto: `${servicio} va atrasado en ${cola}: ${entradas} ${entradas === 1 ? 'entrada' : 'entradas'} por atender${waits}.`,
      });
  }
  for (const { ruta, libre, total } of discos)
    if (total > 0 && libre / total < MIN_FREE.warn)
      found.push({
        condicion: 'disco',
        grave: libre / total < MIN_FREE.grave,
        texto: `Queda ${Math.floor((100 * libre) / total)} % del disco en ${ruta}.`,
      });
  const certificates = instancias.flatMap(({ certificado_vence: vence, certificado_desde: desde }) =>
    vence === null ? [] : [[vence, desde ? vence - desde : USUAL_LIFETIME_MS] as const],
  );
  for (const [vence, lifetime] of new Map(certificates))
    if (vence - ts < CERTIFICATE_WARN * lifetime)
      found.push({
        condicion: 'certificado',
        grave: vence <= ts,
        texto: vence <= ts ? 'El certificado venció.' : `El certificado vence en ${timeIn(vence - ts)}.`,
      });
  if (respaldo === null) found.push({ condicion: 'respaldo', grave: false, texto: 'Todavía no hay ningún respaldo.' });
  else if (ts - respaldo.ts > MAX_BACKUP_AGE_MS)
    found.push({
      condicion: 'respaldo',
      grave: ts - respaldo.ts > 4 * MAX_BACKUP_AGE_MS,
      texto: `El último respaldo es de hace ${daysIn(ts - respaldo.ts)} días.`,
    });
  if (descartados_total > 0)
    found.push({
      condicion: 'descartes',
      grave: false,
      texto: descartados_total === 1 ? 'Hay 1 mensaje descartado.' : `Hay ${descartados_total} mensajes descartados.`,
    });
  return found.sort((one, other) => Number(other.grave) - Number(one.grave));
};
