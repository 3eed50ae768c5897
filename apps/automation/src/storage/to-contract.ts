import { DEFAULT_ZONE, type Turno } from '@acequia/contracts';
import type { DataSource } from 'typeorm';
import { litersOf } from './liters.js';
import type { Granted } from './reach.js';
import { shownState } from './shown-state.js';
import { texts } from './textos.js';
import { motivoText } from './textos-motivos.js';
import type { TurnoEntity } from './turno.entity.js';

/** What the rows of turns do not say. */
interface Beside {
  /** Boards that have not accepted their newest agenda. */
  pending: ReadonlySet<number>;
  /** Of their companies. */
  zones: ReadonlyMap<number, string>;
  /** Of their programs. */
  names: ReadonlyMap<number, string>;
  /** Of the switches that reasons may name; null = all. */
  known: ReadonlySet<string> | null;
}

/** `granted`: the reader's grants; null = the whole company. */
export const besideTurnos = async (
  db: DataSource,
  rows: readonly TurnoEntity[],
  granted: Granted | null,
): Promise<Beside> => {
  const [behind, programas, empresas, own]: [
    { placa_id: number }[],
    { id: number; nombre: string }[],
    { id: number; zona_horaria: string }[],
    { nombre: string }[] | null,
  ] = await Promise.all([
    db.query(
      `SELECT placa_id FROM agendas LEFT JOIN planes_de_placa USING (placa_id)
       WHERE placa_id = ANY($1) AND rev IS DISTINCT FROM agenda_tomada`,
      [[...new Set(rows.flatMap(({ placa_id }) => placa_id ?? []))]],
    ),
    db.query('SELECT id, nombre FROM programas WHERE id = ANY($1)', [
      [...new Set(rows.map(({ programa_id }) => programa_id))],
    ]),
    db.query('SELECT id, zona_horaria FROM empresas WHERE id = ANY($1)', [
      [...new Set(rows.map(({ empresa_id }) => empresa_id))],
    ]),
    granted && db.query('SELECT nombre FROM switches WHERE id = ANY($1)', [[...granted.switches]]),
  ]);
  return {
    pending: new Set(behind.map(({ placa_id }) => placa_id)),
    zones: new Map(empresas.map(({ id, zona_horaria }) => [id, zona_horaria])),
    names: new Map(programas.map(({ id, nombre }) => [id, nombre])),
    known: own && new Set(own.map(({ nombre }) => nombre)),
  };
};

export const inContract = (fila: TurnoEntity, { pending, zones, names, known }: Beside, now = Date.now()): Turno => ({
  turno_id: fila.turno_id,
  programa_id: fila.programa_id,
  programa_nombre: names.get(fila.programa_id) ?? null,
  empresa_id: fila.empresa_id,
  switch_id: fila.switch_id,
  dispositivo_id: fila.dispositivo_id,
  riego: fila.riego,
  inicio: fila.inicio,
  segundos: fila.segundos,
  volumen_m3: fila.volumen_l === null ? null : fila.volumen_l / 1_000,
  hasta_humedad: fila.hasta_humedad,
  via: fila.via,
  // A turn that was refused keeps the time of its first attempt until it begins.
  real_inicio: fila.estado === 'previsto' ? null : fila.real_inicio,
  real_segundos: fila.real_segundos,
  estado: shownState(fila, now),
  motivo: fila.confirmado ? motivoText(fila, zones.get(fila.empresa_id) ?? DEFAULT_ZONE, known) : texts.unconfirmed,
  movido_de: fila.movido_de,
  manual: fila.manual,
  pendiente:
    fila.via === 'placa' &&
    (fila.estado === 'previsto' || fila.estado === 'en_curso') &&
    fila.placa_id !== null &&
    pending.has(fila.placa_id)
      ? 1
      : 0,
  litros: litersOf(fila),
  m3_medidos: fila.m3_medidos,
  m3_esperados: fila.m3_esperados,
  sin_medir: fila.sin_medir ? 1 : 0,
  kwh: fila.kwh,
  costo: fila.costo,
  recupera: fila.recupera,
});
