import { AGENDA_TURNOS, type TurnoDePlaca } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { withoutNames } from './plan-names.js';

/** Time for an agenda to reach its board before a switch goes on, ms. */
export const REACH_MS = 2_000;
/** Nothing starts on a board that has received nothing new for this long, s. */
const DAYS_S = 3 * 86_400;
/** The agenda's end moves in steps, so that an agenda without changes stays identical, s. */
const STEP_S = 6 * 3_600;

interface Fila {
  placa_id: number;
  turno_id: string;
  pin: number;
  inicio: string;
  segundos: number;
  tarde_s: number;
  con_enlace: 0 | 1;
  volumen_l: number | null;
  volumen_n: number | null;
  hasta_humedad: number | null;
  hasta_n: number | null;
  /** Of its program; null = it was deleted. */
  nombre: string | null;
}

/** Builds each board's agenda from the turns. */
@Injectable()
export class AgendaService {
  /**
   * Runs in the transaction that planned a company: stores its boards' agendas, a changed one with a new revision. One in which only
   * names changed is handed over again as the same revision.
   */
  async draw(tx: EntityManager, empresa_id: number, now: number): Promise<void> {
    const hasta = Math.floor(now / 1_000 / STEP_S) * STEP_S + DAYS_S + STEP_S;
    // A running turn stays in: an agenda without it would end it.
    const rows: Fila[] = await tx.query(
      `SELECT placa_id, turno_id, pin, inicio, segundos, tarde_s, con_enlace, volumen_l, volumen_n,
         hasta_humedad, hasta_n, p.nombre
       FROM (SELECT *, row_number() OVER (PARTITION BY placa_id ORDER BY inicio, turno_id) AS place FROM turnos
         WHERE empresa_id = $1 AND via = 'placa' AND estado IN ('previsto', 'en_curso') AND segundos > 0
           AND inicio + (segundos + tarde_s) * 1000::bigint > $2 AND inicio <= $3 * 1000::bigint) t
         LEFT JOIN programas p ON p.id = t.programa_id
       WHERE place <= ${AGENDA_TURNOS} ORDER BY placa_id, place`,
      [empresa_id, now, hasta],
    );
    const byPlaca = new Map<number, TurnoDePlaca[]>();
    for (const {
      placa_id,
      turno_id,
      pin,
      inicio,
      segundos,
      tarde_s,
      con_enlace,
      volumen_l,
      volumen_n,
      hasta_humedad,
      hasta_n,
      nombre,
    } of rows) {
      const corridas = byPlaca.get(placa_id) ?? [];
      byPlaca.set(placa_id, corridas);
      const at = Math.floor(Number(inicio) / 1_000);
      const run = { id: turno_id, pin, at, secs: segundos, late_s: tarde_s, link: con_enlace };
      const water = volumen_l !== null && volumen_n !== null && { vol: volumen_l, point: volumen_n };
      const soil = hasta_humedad !== null && hasta_n !== null && { reach: hasta_humedad, point: hasta_n };
      corridas.push({ ...run, ...water, ...soil, ...(nombre !== null && { nombre }) });
    }
    const empty: { placa_id: number }[] = await tx.query('SELECT placa_id FROM agendas WHERE empresa_id = $1', [
      empresa_id,
    ]);
    for (const { placa_id } of empty) if (!byPlaca.has(placa_id)) byPlaca.set(placa_id, []);
    for (const [placa_id, corridas] of [...byPlaca].sort(([a], [b]) => a - b)) {
      await tx.query(
        `INSERT INTO agendas AS a (placa_id, empresa_id, rev, hasta, corridas) VALUES ($1, $2, 1, $3, $4)
         ON CONFLICT (placa_id) DO UPDATE SET empresa_id = excluded.empresa_id, hasta = excluded.hasta, corridas = excluded.corridas,
           enviada = least(a.enviada, a.rev - 1),
           rev = a.rev + (a.hasta <> excluded.hasta
             OR ${withoutNames('a.corridas')} IS DISTINCT FROM ${withoutNames('excluded.corridas')})::int
         WHERE a.corridas <> excluded.corridas OR (a.hasta <> excluded.hasta AND excluded.corridas <> '[]')`,
        [placa_id, empresa_id, hasta, JSON.stringify(corridas)],
      );
    }
  }
}
