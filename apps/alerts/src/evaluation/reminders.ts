import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Severidad } from '@acequia/contracts';
import { Outgoing } from '../deliveries/outgoing.js';

/** A silencio that ended longer ago than this, while no instance ran, causes no reminder. ms */
const LATE_MS = 3_600_000;
/** Whether a silencio covers an alarm. */
const COVERS = `(s.objeto IN ('', 'switch:' || a.switch_id, 'dispositivo:' || a.dispositivo_id, 'punto:' || a.punto_id, 'placa:' || a.placa_id, 'sitio:' || a.sitio))`;

/** At the end of a silencio, its alarms that are still open are sent again, unless a person acknowledged them. */
@Injectable()
export class Reminders {
  constructor(
    private readonly db: DataSource,
    private readonly outgoing: Outgoing,
  ) {}

  /** Call before the alarms that the silencios held back are sent for the first time. */
  async remind(empresa_id: number, now: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      // The row goes with its reminder, so that of two instances one reminds.
      const [ended] = (await tx.query(
        `DELETE FROM silencios WHERE empresa_id = $1 AND hasta <= $2
         RETURNING objeto, hasta::float8 AS hasta, desde < hasta AS begun`,
        [empresa_id, now],
      )) as [{ objeto: string; hasta: number; begun: boolean }[], number];
      // One that was ended before it began held nothing back.
      const objects = ended.filter(({ hasta, begun }) => begun && now - hasta < LATE_MS).map(({ objeto }) => objeto);
      if (objects.length === 0) return;
      const avisos: { id: number; severidad: Severidad }[] = await tx.query(
        `SELECT a.id, a.severidad FROM avisos a WHERE a.empresa_id = $1 AND a.estado = 'disparado' AND a.contado = 1
           AND EXISTS (SELECT FROM unnest($2::text[]) AS s (objeto) WHERE ${COVERS})
           AND NOT EXISTS (SELECT FROM silencios s WHERE s.empresa_id = a.empresa_id AND s.desde <= $3 AND ${COVERS})`,
        [empresa_id, objects, now],
      );
      for (const { id, severidad } of avisos) await this.outgoing.opened(tx, empresa_id, id, severidad);
    });
    this.outgoing.hurry();
  }
}
