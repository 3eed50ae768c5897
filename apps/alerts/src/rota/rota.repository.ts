import { DEFAULT_ZONE, type Severidad } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Exchanges, inTurn, personOfWeek, PLATFORM, type Rota, weekAt } from './rota.js';

interface RotaOfCompany extends Rota {
  empresa_id: number;
  zona_horaria: string;
  exchanges: Exchanges;
}

/** A way to a person on duty, and how many minutes an alarm waits for those before. */
export interface DutyChannel {
  canal: 'sms' | 'telegram';
  destino: string;
  severidad_minima: Severidad;
  escalar_min: number;
}

const SELECT = `SELECT g.empresa_id, g.personas, g.dia, g.hora, g.severidad_minima, g.escalar_min, g.ancla, coalesce(e.zona_horaria, '${DEFAULT_ZONE}') AS zona_horaria,
    (SELECT coalesce(jsonb_object_agg(c.semana, c.usuario_id), '{}') FROM guardia_cambios c WHERE c.empresa_id = g.empresa_id) AS cambios
  FROM guardias g LEFT JOIN empresas e ON e.id = g.empresa_id`;

/** The rotas of companies and of the platform, and who has the week. */
@Injectable()
export class RotaRepository {
  constructor(private readonly db: DataSource) {}

  async of(empresa_id: number, tx: EntityManager = this.db.manager): Promise<RotaOfCompany | null> {
    const [rota] = await this.read(tx, 'WHERE g.empresa_id = $1', [empresa_id]);
    return rota ?? null;
  }

  /** Rotas of companies, with people. @param empresa_id null = all */
  all(empresa_id: number | null): Promise<RotaOfCompany[]> {
    const where = `WHERE ($1::integer IS NULL OR g.empresa_id = $1) AND g.empresa_id <> ${PLATFORM} AND cardinality(g.personas) > 0 ORDER BY g.empresa_id`;
    return this.read(this.db.manager, where, [empresa_id]);
  }

  /** Everybody of the rota who can be told, in turn: the first at once, each next one after the wait. */
  async channels(tx: EntityManager, empresa_id: number, now: number): Promise<DutyChannel[]> {
    const rota = await this.of(empresa_id, tx);
    if (!rota) return [];
    const week = weekAt(rota, rota.zona_horaria, now);
    const people: { usuario_id: number; telefono: boolean; telegram: boolean }[] = await tx.query(
      `SELECT p.usuario_id, EXISTS (SELECT FROM telefonos t WHERE t.usuario_id = p.usuario_id) AS telefono,
         EXISTS (SELECT FROM vinculos v WHERE v.usuario_id = p.usuario_id) AS telegram
       FROM unnest($1::integer[]) WITH ORDINALITY AS p (usuario_id, place) ORDER BY p.place`,
      [inTurn(rota, rota.exchanges, week)],
    );
    const { severidad_minima, escalar_min } = rota;
    return people
      .filter(({ telefono, telegram }) => telefono || telegram)
      .flatMap(({ usuario_id, telefono, telegram }, place) => {
        const one = { destino: `usuario:${usuario_id}`, severidad_minima, escalar_min: place * escalar_min };
        const ways: DutyChannel['canal'][] = [
          ...(telefono ? ['sms' as const] : []),
          ...(telegram ? ['telegram' as const] : []),
        ];
        return ways.map((canal) => ({ canal, ...one }));
      });
  }

  /**
   * Whether a person's reply to a message counts: they have the week, or were told because those before them had not answered. Where
   * there is no rota, and of a person whom the company tells by a channel of their own, it always does.
   */
  async replyCounts(empresa_id: number, usuario_id: number, mensaje_id: number, now: number): Promise<boolean> {
    if (await this.hasWeek(empresa_id, usuario_id, now)) return true;
    const rows: unknown[] = await this.db.query(
      `SELECT 1 FROM entregas WHERE mensaje_id = $1 AND escala = 1 UNION ALL
       SELECT 1 FROM canales WHERE empresa_id = $2 AND usuario_id = $3 AND canal = 'sms' LIMIT 1`,
      [mensaje_id, empresa_id, usuario_id],
    );
    return rows.length > 0;
  }

  /** Everybody has it where there is no rota. */
  async hasWeek(empresa_id: number, usuario_id: number, now: number): Promise<boolean> {
    const rota = await this.of(empresa_id);
    if (!rota || rota.personas.length === 0) return true;
    return personOfWeek(rota, rota.exchanges, weekAt(rota, rota.zona_horaria, now)) === usuario_id;
  }

  private async read(tx: EntityManager, where: string, values: unknown[]): Promise<RotaOfCompany[]> {
    const rows: (Omit<RotaOfCompany, 'exchanges'> & { cambios: Record<string, number> })[] = await tx.query(
      `${SELECT} ${where}`,
      values,
    );
    return rows.map(({ cambios, ...rota }) => ({ ...rota, exchanges: new Map(Object.entries(cambios)) }));
  }
}
