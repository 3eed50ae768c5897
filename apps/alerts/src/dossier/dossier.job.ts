import { HandlesJob, JobQueues } from '@acequia/bus';
import type { JobData } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DossieresService } from './dossieres.service.js';
import { dueMonth } from './month.js';

const LOOK_MS = 60_000;

interface Company {
  id: number;
  zona_horaria: string;
  hour: string | null;
  /** The newest month that has a dossier. */
  made: string | null;
}

/** Makes the dossier of the month before on day 1, at the company's hour: that of its daily summary, if it has one. */
@Controller()
export class DossierJob {
  constructor(
    private readonly db: DataSource,
    private readonly dossieres: DossieresService,
    private readonly jobs: JobQueues,
  ) {}

  @Every({ ms: LOOK_MS, failed: 'companies whose dossier is due could not be looked for' })
  async look(now = Date.now()): Promise<void> {
    const companies: Company[] = await this.db.query(
      `SELECT e.id, e.zona_horaria, a.resumen_hora AS hour, (SELECT max(mes) FROM dossieres d WHERE d.empresa_id = e.id) AS made
       FROM empresas e LEFT JOIN ajustes a ON a.empresa_id = e.id WHERE e.activa = 1`,
    );
    for (const { id: empresa_id, zona_horaria, hour, made } of companies) {
      const mes = dueMonth(zona_horaria, hour, now);
      if (mes === null || (made !== null && made >= mes)) continue;
      await this.jobs.add('dossieres.elaborar', { empresa_id, mes }, { unico: `${empresa_id}:${mes}`, attempts: 1 });
    }
  }

  @HandlesJob('dossieres.elaborar')
  async make({ empresa_id, mes }: JobData<'dossieres.elaborar'>): Promise<void> {
    await this.dossieres.makeFirst(empresa_id, mes);
  }
}
