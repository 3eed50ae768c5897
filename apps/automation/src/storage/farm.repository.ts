import { maxEncendido, MIN_OFF_S, type TipoSwitch } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Exception, Farm } from '../expansion/types.js';

export interface FarmSwitch {
  id: number;
  placa_id: number;
  nombre: string;
  pin: number;
  sensor_pin: number | null;
  activo: boolean;
  maximum_s: number;
  caudal_m3h: number | null;
  /** The sitio of its board. */
  sitio: string;
  /** Its board runs it without the service. */
  runsOnBoard: boolean;
  /** Its board supports climate rules. */
  knowsControl: boolean;
  /** In an interlock group with members on another board. */
  acrossBoards: boolean;
}

export interface FarmGroup {
  nombre: string;
  tipo: string;
  switches: number[];
  bomba_id: number | null;
  retardo_encendido_s: number;
  retardo_apagado_s: number;
}

/** What counts the water of a switch. */
export interface Meter {
  id: number;
  nombre: string;
  cada_s: number;
  /** Its number, where it hangs on the switch's own board and that ends runs by their volume. */
  n: number | null;
}

/** A point that its board reads and whose rules it can follow. */
export interface BoardPoint {
  placa_id: number;
  n: number;
}

/** A point that tells the moisture of the soil. */
export interface Soil {
  nombre: string;
  cada_s: number;
  placa_id: number | null;
  /** Its number, where its board ends runs by it. */
  n: number | null;
}

/** Planning data of a company. */
export interface KnownFarm extends Farm {
  /** By point; absent = none. */
  points?: ReadonlyMap<number, BoardPoint>;
  /** By switch; absent = none. */
  meters?: ReadonlyMap<number, Meter>;
  /** By point; absent = none. */
  soils?: ReadonlyMap<number, Soil>;
  switches: ReadonlyMap<number, FarmSwitch>;
  dispositivos: ReadonlyMap<number, { nombre: string; activo: boolean; sitio: string }>;
  groups: readonly FarmGroup[];
}

interface FilaSwitch {
  id: number;
  placa_id: number;
  nombre: string;
  tipo: TipoSwitch;
  hardware_pin: number;
  sensor_pin: number | null;
  activo: number;
  max_encendido_s: number | null;
  caudal_m3h: number | null;
  sitio: string | null;
  knows_agenda: boolean;
  knows_control: boolean;
  knows_handover: boolean;
  own_firmware: boolean;
}

const SWITCHES = `SELECT s.id, s.placa_id, s.nombre, s.tipo, s.hardware_pin, s.sensor_pin, s.activo, s.max_encendido_s, s.caudal_m3h,
    p.sitio, coalesce(p.dialecto = 'acequia' AND p.revocada = 0 AND 'agenda' = ANY(c.puede), false) AS knows_agenda,
    coalesce(p.dialecto = 'acequia' AND p.revocada = 0 AND 'control' = ANY(c.puede), false) AS knows_control,
    coalesce('handover' = ANY(c.puede), false) AS knows_handover, coalesce(p.dialecto = 'acequia', false) AS own_firmware
  FROM switches s LEFT JOIN placas p USING (placa_id) LEFT JOIN planes_de_placa c USING (placa_id) WHERE s.empresa_id = $1`;

/** One meter for each switch: of several the one of the fewest switches, as for what a turn has taken. */
const METERS = `SELECT DISTINCT ON (s.id) s.id AS switch_id, q.id, q.nombre, q.cada_s,
    CASE WHEN q.de_placa AND q.placa_id = s.placa_id AND 'volume' = ANY(c.puede) THEN q.n END AS n
  FROM switches s JOIN puntos q ON q.empresa_id = s.empresa_id AND q.magnitud = 'volumen' AND s.id = ANY(q.mide)
  LEFT JOIN planes_de_placa c ON c.placa_id = s.placa_id
  WHERE s.empresa_id = $1 ORDER BY s.id, cardinality(q.mide), q.id`;

const POINTS = `SELECT q.id, q.placa_id, q.n FROM puntos q JOIN planes_de_placa c ON c.placa_id = q.placa_id
  WHERE q.empresa_id = $1 AND q.de_placa AND q.n IS NOT NULL AND 'point_rules' = ANY(c.puede)`;

const SOILS = `SELECT q.id, q.nombre, q.cada_s, q.placa_id, CASE WHEN q.de_placa AND 'reach' = ANY(c.puede) THEN q.n END AS n
  FROM puntos q LEFT JOIN planes_de_placa c ON c.placa_id = q.placa_id
  WHERE q.empresa_id = $1 AND q.magnitud = 'humedad_suelo'`;

/** As if a turn had that exception. */
export const withException = (
  farm: KnownFarm,
  { turno_id, inicio, segundos, por = '' }: { turno_id: string; inicio: number; segundos: number; por?: string },
): KnownFarm => ({ ...farm, exceptions: new Map([...(farm.exceptions ?? []), [turno_id, { inicio, segundos, por }]]) });

@Injectable()
export class FarmRepository {
  constructor(private readonly db: DataSource) {}

  async read(empresa_id: number, tx: EntityManager = this.db.manager): Promise<KnownFarm> {
    const [empresa]: Pick<Farm, 'latitud' | 'longitud'>[] & { zona_horaria: string }[] = await tx.query(
      'SELECT zona_horaria, latitud, longitud FROM empresas WHERE id = $1',
      [empresa_id],
    );
    const rows: FilaSwitch[] = await tx.query(SWITCHES, [empresa_id]);
    const meters: (Meter & { switch_id: number })[] = await tx.query(METERS, [empresa_id]);
    const points: (BoardPoint & { id: number })[] = await tx.query(POINTS, [empresa_id]);
    const soils: (Soil & { id: number })[] = await tx.query(SOILS, [empresa_id]);
    const groups: FarmGroup[] = await tx.query('SELECT * FROM enclavamientos WHERE empresa_id = $1', [empresa_id]);
    const dispositivos: { id: number; nombre: string; activo: number; suspendido: number; sitio: string }[] =
      await tx.query('SELECT id, nombre, activo, suspendido, sitio FROM dispositivos WHERE empresa_id = $1', [
        empresa_id,
      ]);
    const exceptions: (Omit<Exception, 'inicio'> & { turno_id: string; inicio: string })[] = await tx.query(
      'SELECT turno_id, inicio, segundos, por FROM excepciones WHERE empresa_id = $1',
      [empresa_id],
    );
    const placaOf = new Map(rows.map(({ id, placa_id }) => [id, placa_id]));
    const spread = new Set(groups.flatMap((interlockGroup) => membersAcrossBoards(interlockGroup, placaOf)));
    return {
      zona: empresa?.zona_horaria ?? 'UTC',
      latitud: empresa?.latitud ?? null,
      longitud: empresa?.longitud ?? null,
      switches: new Map(rows.map((fila) => [fila.id, switchOf(fila, spread)])),
      dispositivos: new Map(
        dispositivos.map(({ id, activo, suspendido, ...rest }) => [
          id,
          { ...rest, activo: activo === 1 && suspendido === 0 },
        ]),
      ),
      groups,
      points: new Map(points.map(({ id, ...point }) => [id, point])),
      soils: new Map(soils.map(({ id, ...soil }) => [id, soil])),
      meters: new Map(meters.map(({ switch_id, ...meter }) => [switch_id, meter])),
      flows: new Map(rows.flatMap(({ id, caudal_m3h }) => (caudal_m3h === null ? [] : [[id, caudal_m3h] as const]))),
      pumps: pumpsOf(groups, rows, spread),
      exclusions: groups.filter(({ tipo }) => tipo === 'exclusion').map(({ switches }) => new Set(switches)),
      exceptions: new Map(
        exceptions.map(({ turno_id, inicio, ...rest }) => [turno_id, { ...rest, inicio: Number(inicio) }]),
      ),
    };
  }
}

const switchOf = (fila: FilaSwitch, spread: ReadonlySet<number>): FarmSwitch => ({
  id: fila.id,
  placa_id: fila.placa_id,
  nombre: fila.nombre,
  pin: fila.hardware_pin,
  sensor_pin: fila.sensor_pin,
  activo: fila.activo === 1,
  maximum_s: maxEncendido(fila.tipo, fila.max_encendido_s),
  caudal_m3h: fila.caudal_m3h,
  sitio: fila.sitio ?? '',
  runsOnBoard: fila.knows_agenda && !spread.has(fila.id),
  knowsControl: fila.knows_control,
  acrossBoards: spread.has(fila.id),
});

const membersOf = ({ switches, bomba_id }: FarmGroup): number[] => [
  ...switches,
  ...(bomba_id === null ? [] : [bomba_id]),
];

/** No single board sees all members of such a group: only the command ledger can enforce it. */
const membersAcrossBoards = (interlockGroup: FarmGroup, placaOf: ReadonlyMap<number, number>): number[] => {
  const members = membersOf(interlockGroup);
  return new Set(members.map((id) => placaOf.get(id))).size > 1 ? members : [];
};

/** One entry for each pump. One of several groups has the valves of all of them, and the longest of their delays. */
const pumpsOf = (
  groups: readonly FarmGroup[],
  rows: readonly FilaSwitch[],
  spread: ReadonlySet<number>,
): Farm['pumps'] => {
  const pumps = new Map<number, { valves: Set<number>; encendido_s: number; apagado_s: number }>();
  for (const { tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s } of groups) {
    if (tipo !== 'requiere' || bomba_id === null) continue;
    const pump = pumps.get(bomba_id) ?? { valves: new Set(), encendido_s: 0, apagado_s: 0 };
    for (const id of switches) pump.valves.add(id);
    pump.encendido_s = Math.max(pump.encendido_s, retardo_encendido_s);
    pump.apagado_s = Math.max(pump.apagado_s, retardo_apagado_s);
    pumps.set(bomba_id, pump);
  }
  const byId = new Map(rows.map((fila) => [fila.id, fila]));
  return [...pumps].map(([switch_id, pump]) => {
    const fila = byId.get(switch_id);
    const members = [switch_id, ...pump.valves].map((id) => byId.get(id));
    const between = betweenValves(members, spread, pump.apagado_s);
    return { switch_id, ...pump, rest_s: fila ? MIN_OFF_S[fila.tipo] : 0, between };
  });
};

/** A board of our own enforces the group by itself when all of it is on that board; older firmware knows only the open valves. */
const betweenValves = (
  members: readonly (FilaSwitch | undefined)[],
  spread: ReadonlySet<number>,
  apagado_s: number,
): NonNullable<Farm['pumps'][number]['between']> => {
  const [pump] = members;
  if (!pump?.own_firmware || members.some((member) => member?.placa_id !== pump.placa_id)) return 'through';
  const byAgenda = pump.knows_agenda && !members.some((member) => member && spread.has(member.id));
  if (byAgenda && pump.knows_handover) return 'kept';
  return byAgenda && apagado_s === 0 ? 'through' : 'stopped';
};
