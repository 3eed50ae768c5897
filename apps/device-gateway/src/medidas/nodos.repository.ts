import {
  type CampoLorawan,
  LORAWAN_CAMPOS,
  LORAWAN_NODOS,
  type NodoLorawan,
  type UplinkLorawan,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ApiPoint } from './api-points.repository.js';
import { follow, type Sesion } from './frame-counter.js';

/** A point that reads a field of a node: its value is `a` times that, plus `b`. */
export interface NodePoint extends ApiPoint {
  ruta: string;
  a: number;
  b: number;
}

/** Names of uplinks that are remembered of a node: more than a server repeats. */
const MOST_NAMES = 200;
/** A field that did not come for so long is forgotten, ms. */
const FIELD_MS = 7 * 86_400_000;

/** [value, ms, why it was refused] */
type Kept = [number | null, number, string | null];
interface Row {
  servidor: UplinkLorawan['servidor'];
  nombre: string;
  ts: string;
  sesion: Sesion | null;
  recibidos: string;
  perdidos: string;
  repetidos: string;
  mensajes: string[];
  campos: Record<string, Kept>;
}

/** The fields of a node with those that just came; the newest of each, and not more than are kept. */
const withFields = (
  kept: Record<string, Kept>,
  fresh: readonly CampoLorawan[],
  { ts, refusals }: { ts: number; refusals: ReadonlyMap<string, string> },
): Record<string, Kept> => {
  const all = new Map(Object.entries(kept));
  for (const { ruta, valor, ts: own = ts } of fresh)
    if (own >= (all.get(ruta)?.[1] ?? 0)) all.set(ruta, [valor, own, refusals.get(ruta) ?? null]);
  const newest = [...all].filter(([, [, at]]) => ts - at < FIELD_MS).sort(([, a], [, b]) => b[1] - a[1]);
  return Object.fromEntries(newest.slice(0, LORAWAN_CAMPOS));
};

/** What is known of LoRaWAN nodes, and which points read them. */
@Injectable()
export class NodosRepository {
  constructor(private readonly db: DataSource) {}

  /** The points of a company that read a node. */
  points(empresa_id: number, dev_eui: string): Promise<NodePoint[]> {
    return this.db.query(
      `SELECT id, empresa_id, magnitud, cada_s, activo, a, b, fuente->>'ruta' AS ruta FROM puntos
        WHERE empresa_id = $1 AND fuente->>'tipo' = 'lorawan' AND fuente->>'dev_eui' = $2 ORDER BY id`,
      [empresa_id, dev_eui],
    );
  }

  /** Whether an uplink was there before. */
  async knows(empresa_id: number, { dev_eui, mensaje }: UplinkLorawan): Promise<boolean> {
    const rows: unknown[] = await this.db.query(
      'SELECT 1 FROM nodos_lorawan WHERE empresa_id = $1 AND dev_eui = $2 AND $3 = ANY(mensajes)',
      [empresa_id, dev_eui, mensaje],
    );
    return rows.length > 0;
  }

  async countRepeated(empresa_id: number, dev_eui: string): Promise<void> {
    await this.db.query('UPDATE nodos_lorawan SET repetidos = repetidos + 1 WHERE empresa_id = $1 AND dev_eui = $2', [
      empresa_id,
      dev_eui,
    ]);
  }

  /**
   * Notes an uplink. Past {@link LORAWAN_NODOS} nodes the one that was silent longest, and that no point reads, gives way to a new one.
   * @param refusals by path, why a point did not take its value
   */
  async note(empresa_id: number, uplink: UplinkLorawan, refusals: ReadonlyMap<string, string>): Promise<void> {
    const { dev_eui, servidor, nombre, mensaje, ts, f_cnt, campos } = uplink;
    await this.db.transaction(async (tx) => {
      const found: Row[] = await tx.query(
        'SELECT * FROM nodos_lorawan WHERE empresa_id = $1 AND dev_eui = $2 FOR UPDATE',
        [empresa_id, dev_eui],
      );
      const row = found[0];
      if (!row) await this.makeRoom(tx, empresa_id);
      if (row?.mensajes.includes(mensaje)) return;
      const counted = f_cnt === null ? null : follow(row?.sesion ?? null, f_cnt, ts);
      await tx.query(
        `INSERT INTO nodos_lorawan AS n
           (empresa_id, dev_eui, servidor, nombre, ts, sesion, recibidos, perdidos, repetidos, mensajes, campos)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10)
         ON CONFLICT (empresa_id, dev_eui) DO UPDATE SET servidor = excluded.servidor, nombre = excluded.nombre,
           ts = greatest(n.ts, excluded.ts), sesion = excluded.sesion, recibidos = n.recibidos + excluded.recibidos,
           perdidos = greatest(0, n.perdidos + excluded.perdidos), mensajes = excluded.mensajes, campos = excluded.campos`,
        [
          empresa_id,
          dev_eui,
          servidor,
          nombre,
          ts,
          JSON.stringify(counted?.sesion ?? row?.sesion ?? null),
          counted ? 1 : 0,
          counted?.lost ?? 0,
          [mensaje, ...(row?.mensajes ?? [])].slice(0, MOST_NAMES),
          JSON.stringify(withFields(row?.campos ?? {}, campos, { ts, refusals })),
        ],
      );
    });
  }

  /** A company's nodes, the newest first. */
  async list(empresa_id: number): Promise<NodoLorawan[]> {
    const rows: (Row & { dev_eui: string })[] = await this.db.query(
      'SELECT * FROM nodos_lorawan WHERE empresa_id = $1 ORDER BY ts DESC, dev_eui',
      [empresa_id],
    );
    return rows.map(({ dev_eui, servidor, nombre, ts, sesion, recibidos, perdidos, repetidos, campos }) => ({
      dev_eui,
      servidor,
      nombre,
      ts: Number(ts),
      f_cnt: sesion?.last ?? null,
      recibidos: Number(recibidos),
      perdidos: Number(perdidos),
      repetidos: Number(repetidos),
      campos: Object.entries(campos)
        .map(([ruta, [valor, at, rechazo]]) => ({ ruta, valor, ts: at, rechazo }))
        .sort((one, other) => (one.ruta < other.ruta ? -1 : 1)),
    }));
  }

  private async makeRoom(tx: EntityManager, empresa_id: number): Promise<void> {
    await tx.query(
      `DELETE FROM nodos_lorawan n USING (
         SELECT dev_eui FROM nodos_lorawan o WHERE empresa_id = $1 AND NOT EXISTS (
           SELECT FROM puntos p WHERE p.empresa_id = $1 AND p.fuente->>'tipo' = 'lorawan' AND p.fuente->>'dev_eui' = o.dev_eui)
         ORDER BY ts DESC OFFSET $2) gone
        WHERE n.empresa_id = $1 AND n.dev_eui = gone.dev_eui`,
      [empresa_id, LORAWAN_NODOS - 1],
    );
  }
}
