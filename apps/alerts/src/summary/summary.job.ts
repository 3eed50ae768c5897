import { HandlesJob } from '@acequia/bus';
import { dayIn, ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dayBefore } from '../clock/days.js';
import { hourIn } from '../clock/hours.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { inParts } from '../deliveries/message.js';
import { COMPANY_CHAT, Outgoing } from '../deliveries/outgoing.js';
import type { AlertsEnv } from '../env.js';
import { summaryParagraphs } from './summary.message.js';
import { SummaryService } from './summary.service.js';

interface Due {
  empresa_id: number;
  zona_horaria: string;
  resumen_hora: string;
}

/** Sends yesterday's summary once, at each company's hour; a service that was down then sends it later that day. */
@Controller()
export class SummaryJob {
  constructor(
    private readonly db: DataSource,
    private readonly summary: SummaryService,
    private readonly deliveries: DeliveriesRepository,
    private readonly outgoing: Outgoing,
    @Inject(ENV) private readonly env: AlertsEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob('avisos.resumir')
  async run(): Promise<void> {
    const now = Date.now();
    const rows: Due[] = await this.db.query(
      `SELECT a.empresa_id, e.zona_horaria, a.resumen_hora FROM ajustes a JOIN empresas e ON e.id = a.empresa_id
       WHERE a.resumen_hora IS NOT NULL AND e.activa = 1`,
    );
    for (const { empresa_id, zona_horaria, resumen_hora } of rows) {
      if (hourIn(zona_horaria, now) < resumen_hora) continue;
      try {
        await this.send(empresa_id, dayBefore(dayIn(zona_horaria, now)));
      } catch (error) {
        this.logger.warn({ err: error, empresa_id }, 'a summary could not be sent yet');
      }
    }
  }

  /** To every channel that people read; the row of the day ensures that it is sent once. */
  private async send(empresa_id: number, dia: string): Promise<void> {
    const sent: unknown[] = await this.db.query('SELECT 1 FROM resumenes WHERE empresa_id = $1 AND dia = $2', [
      empresa_id,
      dia,
    ]);
    if (sent.length > 0) return;
    const paragraphs = summaryParagraphs(await this.summary.of(empresa_id, dia));
    const link = this.env.PUBLIC_URL ? ` · ${this.env.PUBLIC_URL}/avisos/resumen?dia=${dia}` : '';
    await this.deliveries.transaction(async (tx) => {
      const [first]: unknown[] = await tx.query(
        'INSERT INTO resumenes (empresa_id, dia) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
        [empresa_id, dia],
      );
      if (!first) return;
      const channels: { canal: string; destino: string }[] = await tx.query(
        `SELECT canal, destino FROM canales
         WHERE empresa_id = $1 AND activo = 1 AND escalar_min = 0 AND (canal = 'correo' OR destino = $2)`,
        [empresa_id, COMPANY_CHAT],
      );
      for (const channel of channels) {
        const numero = await this.deliveries.nextNumber(tx);
        await this.deliveries.arm(
          tx,
          numero,
          { empresa_id, ...channel },
          inParts(paragraphs, `Mensaje n.º ${numero}${link}`),
          [],
        );
      }
    });
    this.outgoing.hurry();
  }
}
