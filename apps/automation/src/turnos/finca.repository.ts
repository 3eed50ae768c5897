import { maxEncendido, type TipoSwitch } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Finca } from '../expansion/types.js';

export interface SwitchDeFinca {
  id: number;
  placa_id: number;
  nombre: string;
  pin: number;
  sensor_pin: number | null;
  activo: boolean;
  maximo_s: number;
  caudal_m3h: number | null;
  /** Of its board. */
  sitio: string;
  /** Its board runs it by itself. */
  porPlaca: boolean;
}

export interface GrupoDeFinca {
  nombre: string;
  tipo: string;
  switches: number[];
  bomba_id: number | null;
  retardo_encendido_s: number;
  retardo_apagado_s: number;
}

/** What planning knows of a company. */
export interface FincaConocida extends Finca {
  switches: ReadonlyMap<number, SwitchDeFinca>;
  dispositivos: ReadonlyMap<number, { nombre: string; activo: boolean }>;
  grupos: readonly GrupoDeFinca[];
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
  sabe: boolean;
}

const SWITCHES = `SELECT s.id, s.placa_id, s.nombre, s.tipo, s.hardware_pin, s.sensor_pin, s.activo, s.max_encendido_s, s.caudal_m3h,
    p.sitio, coalesce(p.dialecto = 'acequia' AND p.revocada = 0 AND 'agenda' = ANY(c.puede), false) AS sabe
  FROM switches s LEFT JOIN placas p USING (placa_id) LEFT JOIN planes_de_placa c USING (placa_id) WHERE s.empresa_id = $1`;

@Injectable()
export class FincaRepository {
  constructor(private readonly db: DataSource) {}

  async leer(empresa_id: number, tx: EntityManager = this.db.manager): Promise<FincaConocida> {
    const [empresa]: Pick<Finca, 'latitud' | 'longitud'>[] & { zona_horaria: string }[] = await tx.query(
      'SELECT zona_horaria, latitud, longitud FROM empresas WHERE id = $1',
      [empresa_id],
    );
    const filas: FilaSwitch[] = await tx.query(SWITCHES, [empresa_id]);
    const grupos: GrupoDeFinca[] = await tx.query('SELECT * FROM enclavamientos WHERE empresa_id = $1', [empresa_id]);
    const dispositivos: { id: number; nombre: string; activo: number; suspendido: number }[] = await tx.query(
      'SELECT id, nombre, activo, suspendido FROM dispositivos WHERE empresa_id = $1',
      [empresa_id],
    );
    const placaDe = new Map(filas.map(({ id, placa_id }) => [id, placa_id]));
    const repartidos = new Set(grupos.flatMap((grupo) => acrossBoards(grupo, placaDe)));
    return {
      zona: empresa?.zona_horaria ?? 'UTC',
      latitud: empresa?.latitud ?? null,
      longitud: empresa?.longitud ?? null,
      switches: new Map(filas.map((fila) => [fila.id, switchOf(fila, repartidos)])),
      dispositivos: new Map(
        dispositivos.map(({ id, nombre, activo, suspendido }) => [
          id,
          { nombre, activo: activo === 1 && suspendido === 0 },
        ]),
      ),
      grupos,
      caudales: new Map(
        filas.flatMap(({ id, caudal_m3h }) => (caudal_m3h === null ? [] : [[id, caudal_m3h] as const])),
      ),
      bombas: pumpsOf(grupos),
    };
  }
}

const switchOf = (fila: FilaSwitch, repartidos: ReadonlySet<number>): SwitchDeFinca => ({
  id: fila.id,
  placa_id: fila.placa_id,
  nombre: fila.nombre,
  pin: fila.hardware_pin,
  sensor_pin: fila.sensor_pin,
  activo: fila.activo === 1,
  maximo_s: maxEncendido(fila.tipo, fila.max_encendido_s),
  caudal_m3h: fila.caudal_m3h,
  sitio: fila.sitio ?? '',
  porPlaca: fila.sabe && !repartidos.has(fila.id),
});

const membersOf = ({ switches, bomba_id }: GrupoDeFinca): number[] => [
  ...switches,
  ...(bomba_id === null ? [] : [bomba_id]),
];

/** No board sees the others of such a group: only the command ledger can keep it. */
const acrossBoards = (grupo: GrupoDeFinca, placaDe: ReadonlyMap<number, number>): number[] => {
  const members = membersOf(grupo);
  return new Set(members.map((id) => placaDe.get(id))).size > 1 ? members : [];
};

/** One entry a pump: of several groups it needs all their valves' company, the longest of their delays. */
const pumpsOf = (grupos: readonly GrupoDeFinca[]): Finca['bombas'] => {
  const bombas = new Map<number, { valvulas: Set<number>; encendido_s: number; apagado_s: number }>();
  for (const { tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s } of grupos) {
    if (tipo !== 'requiere' || bomba_id === null) continue;
    const bomba = bombas.get(bomba_id) ?? { valvulas: new Set(), encendido_s: 0, apagado_s: 0 };
    for (const id of switches) bomba.valvulas.add(id);
    bomba.encendido_s = Math.max(bomba.encendido_s, retardo_encendido_s);
    bomba.apagado_s = Math.max(bomba.apagado_s, retardo_apagado_s);
    bombas.set(bomba_id, bomba);
  }
  return [...bombas].map(([switch_id, bomba]) => ({ switch_id, ...bomba }));
};
