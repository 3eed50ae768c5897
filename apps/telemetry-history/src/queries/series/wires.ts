import { SPAN_MS } from '../../rollups/quarter.js';
import { type Magnitude } from './points.js';

/**
 * A stretch of a switch's sensor on one pin: [desde, hasta) in ms, ±Infinity. Read before the data, because a query with constant
 * board and pin gets a better plan: the right index, no needless partitions, no parallel workers.
 */
export interface Cable {
  placa_id: number;
  pin: number;
  desde: number;
  hasta: number;
}

/** JSON of the sensor wiring of a switch `s`, for {@link readCables}. */
export const CABLES_JSON = `(
  SELECT json_agg(json_build_array(c.placa_id, c.pin, extract(epoch FROM c.desde) * 1000, extract(epoch FROM c.hasta) * 1000)
                  ORDER BY c.desde, c.id)
    FROM cableado c WHERE c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'sensor')`;

type CableJson = [placa_id: number, pin: number, desde: number | string, hasta: number | string];

/** JSON carries ±Infinity as text. */
export const readCables = (json: CableJson[] | null): Cable[] =>
  (json ?? []).map(([placa_id, pin, desde, hasta]) => ({ placa_id, pin, desde: Number(desde), hasta: Number(hasta) }));

/** A stretch of a switch's relay on one pin, [desde, hasta) as Postgres writes times, ±infinity among them. */
export interface Wire {
  switch_id: number;
  placa_id: number;
  pin: number;
  desde: string;
  hasta: string;
}

/** A relay's wire, with what its switch is called. */
export interface Relay extends Wire {
  zona: string;
  nombre: string;
}

/** JSON of the relay wiring of a switch `s`: a list of {@link Wire}. */
export const RELAY_JSON = `(
  SELECT coalesce(json_agg(json_build_object('switch_id', s.id, 'placa_id', c.placa_id, 'pin', c.pin, 'desde', c.desde::text, 'hasta', c.hasta::text)), '[]')
    FROM cableado c WHERE c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'relevador')`;

/** A switch `s` with the wiring `c` of its relay, as {@link Relay}. */
export const RELAYS = `
  SELECT s.id AS switch_id, s.zona, s.nombre, c.placa_id, c.pin, c.desde::text, c.hasta::text
    FROM switches s JOIN cableado c ON c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'relevador'`;

/** Relays as the table c (switch_id, placa_id, pin, desde, hasta), from the first five parameters: {@link wireColumns}. */
export const WIRES =
  'unnest($1::int[], $2::int[], $3::smallint[], $4::timestamptz[], $5::timestamptz[]) AS c (switch_id, placa_id, pin, desde, hasta)';
export const wireColumns = (wires: readonly Wire[]): unknown[] =>
  (['switch_id', 'placa_id', 'pin', 'desde', 'hasta'] as const).map((name) => wires.map((wire) => wire[name]));

const instant = (ms: number): string => `'${new Date(ms).toISOString()}'::timestamptz`;
/** Condition on the rows of one wiring; `range` is a further condition on ts. */
const rows = ({ placa_id, pin, desde, hasta }: Cable, range: string): string =>
  [
    `placa_id = ${Number(placa_id)} AND pin = ${Number(pin)} AND ${range}`,
    ...(Number.isFinite(desde) ? [`ts >= ${instant(desde)}`] : []),
    ...(Number.isFinite(hasta) ? [`ts < ${instant(hasta)}`] : []),
  ].join(' AND ');

const join = (partes: readonly string[], none: string): string =>
  partes.length === 0 ? none : partes.join(' UNION ALL ');

/** Raw rows of the sensor. @param range condition on ts, with parameters @param despues ORDER BY and LIMIT for each wiring */
export const lecturasSql = (cables: readonly Cable[], range: string, despues = ''): string =>
  join(
    cables.map((cable) => `(SELECT ts, temperatura, humedad FROM lecturas WHERE ${rows(cable, range)} ${despues})`),
    `SELECT ts, temperatura, humedad FROM lecturas WHERE false`,
  );

const piso = (ms: number): number => (Number.isFinite(ms) ? Math.floor(ms / SPAN_MS) * SPAN_MS : ms);
const ceiling = (ms: number): number => (Number.isFinite(ms) ? Math.ceil(ms / SPAN_MS) * SPAN_MS : ms);

/**
 * Quarters of the sensor. A stored quarter is used where the wiring did not change within it; otherwise the quarter is computed
 * from raw rows, because the stored one also contains samples that the pin had for another switch.
 */
export const spansSql = (cables: readonly Cable[], range: string, magnitudes: readonly Magnitude[]): string => {
  const columnas = magnitudes.flatMap(([x]) => [`n_${x}`, `suma_${x}`, `min_${x}`, `max_${x}`]).join(', ');
  const aggregates = magnitudes
    .flatMap(([x]) => [`count(${x})::integer`, `coalesce(sum(${x}), 0)::bigint`, `min(${x})`, `max(${x})`])
    .join(', ');
  const saved = (cable: Cable): string => `SELECT ts, ${columnas} FROM lecturas_15m WHERE ${rows(cable, range)}`;
  const raw = (cable: Cable): string =>
    `SELECT date_bin('15 minutes', ts, 'epoch'), ${aggregates} FROM lecturas WHERE ${rows(cable, range)} GROUP BY 1`;
  const partes = cables.flatMap((cable) => {
    const [primero, ultimo] = [ceiling(cable.desde), piso(cable.hasta)];
    const borders = [
      { ...cable, hasta: Math.min(primero, cable.hasta) },
      { ...cable, desde: Math.max(ultimo, primero) },
    ].filter(({ desde, hasta }) => Number.isFinite(desde) && Number.isFinite(hasta) && desde < hasta);
    return [...(primero < ultimo ? [saved({ ...cable, desde: primero, hasta: ultimo })] : []), ...borders.map(raw)];
  });
  return join(partes, `SELECT ts, ${columnas} FROM lecturas_15m WHERE false`);
};
