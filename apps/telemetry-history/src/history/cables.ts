import { TRAMO_MS } from '../rollups/quarter.js';
import { type Magnitud } from '../series/puntos.js';

/**
 * Where a switch's sensor was, and when: [desde, hasta) in ms, ±Infinity. Read before the data is asked for, because a query that
 * names the board and the pin is planned for them: the right index, no partition too many, no parallel workers for a guess.
 */
export interface Cable {
  placa_id: number;
  pin: number;
  desde: number;
  hasta: number;
}

/** JSON of the wiring of the sensor of a switch `s`, for {@link leerCables}. */
export const CABLES_JSON = `(
  SELECT json_agg(json_build_array(c.placa_id, c.pin, extract(epoch FROM c.desde) * 1000, extract(epoch FROM c.hasta) * 1000)
                  ORDER BY c.desde, c.id)
    FROM cableado c WHERE c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'sensor')`;

type CableJson = [placa_id: number, pin: number, desde: number | string, hasta: number | string];

/** JSON writes ±Infinity as text. */
export const leerCables = (json: CableJson[] | null): Cable[] =>
  (json ?? []).map(([placa_id, pin, desde, hasta]) => ({ placa_id, pin, desde: Number(desde), hasta: Number(hasta) }));

const instante = (ms: number): string => `'${new Date(ms).toISOString()}'::timestamptz`;
/** Its rows in a table, within the wiring and `rango` (a further condition on ts). */
const filas = ({ placa_id, pin, desde, hasta }: Cable, rango: string): string =>
  [
    `placa_id = ${Number(placa_id)} AND pin = ${Number(pin)} AND ${rango}`,
    ...(Number.isFinite(desde) ? [`ts >= ${instante(desde)}`] : []),
    ...(Number.isFinite(hasta) ? [`ts < ${instante(hasta)}`] : []),
  ].join(' AND ');

const unir = (partes: readonly string[], ninguna: string): string =>
  partes.length === 0 ? ninguna : partes.join(' UNION ALL ');

/** Raw rows of the sensor. @param rango condition on ts, with parameters; what follows may order and limit each wiring's */
export const lecturasSql = (cables: readonly Cable[], rango: string, despues = ''): string =>
  unir(
    cables.map((cable) => `(SELECT ts, temperatura, humedad FROM lecturas WHERE ${filas(cable, rango)} ${despues})`),
    `SELECT ts, temperatura, humedad FROM lecturas WHERE false`,
  );

const piso = (ms: number): number => (Number.isFinite(ms) ? Math.floor(ms / TRAMO_MS) * TRAMO_MS : ms);
const techo = (ms: number): number => (Number.isFinite(ms) ? Math.ceil(ms / TRAMO_MS) * TRAMO_MS : ms);

/**
 * Quarters of the sensor: as they are stored where it sat on one pin all through, and from raw rows where the wiring changed
 * within one, because the stored one also holds what the pin said of somebody else.
 */
export const tramosSql = (cables: readonly Cable[], rango: string, magnitudes: readonly Magnitud[]): string => {
  const columnas = magnitudes.flatMap(([x]) => [`n_${x}`, `suma_${x}`, `min_${x}`, `max_${x}`]).join(', ');
  const agregados = magnitudes
    .flatMap(([x]) => [`count(${x})::integer`, `coalesce(sum(${x}), 0)::bigint`, `min(${x})`, `max(${x})`])
    .join(', ');
  const guardados = (cable: Cable): string => `SELECT ts, ${columnas} FROM lecturas_15m WHERE ${filas(cable, rango)}`;
  const crudos = (cable: Cable): string =>
    `SELECT date_bin('15 minutes', ts, 'epoch'), ${agregados} FROM lecturas WHERE ${filas(cable, rango)} GROUP BY 1`;
  const partes = cables.flatMap((cable) => {
    const [primero, ultimo] = [techo(cable.desde), piso(cable.hasta)];
    const bordes = [
      { ...cable, hasta: Math.min(primero, cable.hasta) },
      { ...cable, desde: Math.max(ultimo, primero) },
    ].filter(({ desde, hasta }) => Number.isFinite(desde) && Number.isFinite(hasta) && desde < hasta);
    return [
      ...(primero < ultimo ? [guardados({ ...cable, desde: primero, hasta: ultimo })] : []),
      ...bordes.map(crudos),
    ];
  });
  return unir(partes, `SELECT ts, ${columnas} FROM lecturas_15m WHERE false`);
};
