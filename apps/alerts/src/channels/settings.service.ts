import { JobQueues } from '@acequia/bus';
import type { AvisosSettings, AvisosSettingsSave, Caller, Comunicador } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { invalid, requireAdmin } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { CompanyNews } from '../field/company-news.js';
import { Reach } from '../reach.js';
import { texts } from '../textos.js';
import { CommunicatorService } from './communicator.service.js';

type Stored = AvisosSettingsSave & { comunicador: Comunicador | null };

const DEFAULTS = {
  descanso_desde: null,
  descanso_hasta: null,
  descanso_severidad: 'critica',
  resumen_hora: null,
  comunicador: null,
} as const;

/** Quiet hours, the hour of the daily summary, and what the communicator is, of a company. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
    private readonly jobs: JobQueues,
    private readonly communicator: CommunicatorService,
    private readonly news: CompanyNews,
  ) {}

  /** @throws AppError `datos_invalidos` when a caller without a company names none, `no_encontrado` */
  async read(caller: Caller, requested: number | undefined): Promise<AvisosSettings> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, requested);
    if (empresa_id === null) throw invalid('empresa_id', texts.chooseEmpresa);
    return this.told(await this.stored(this.db.manager, empresa_id));
  }

  /** @throws AppError `no_encontrado` */
  async save(caller: Caller, request: AvisosSettingsSave): Promise<AvisosSettings> {
    requireAdmin(caller);
    const { empresa_id, ...wanted } = request;
    await this.reach.objeto(caller, empresa_id, {});
    const saved = await this.db.transaction(async (tx) => {
      const { empresa_id: _, ...before } = await this.stored(tx, empresa_id);
      const { comunicador = before.comunicador } = wanted;
      const after = { ...wanted, comunicador };
      await tx.query(
        `INSERT INTO ajustes (empresa_id, descanso_desde, descanso_hasta, descanso_severidad, resumen_hora, comunicador)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (empresa_id) DO UPDATE
         SET descanso_desde = $2, descanso_hasta = $3, descanso_severidad = $4, resumen_hora = $5, comunicador = $6`,
        [
          ...[empresa_id, after.descanso_desde, after.descanso_hasta, after.descanso_severidad, after.resumen_hora],
          comunicador,
        ],
      );
      await this.auditoria.note(tx, caller, {
        empresa_id,
        accion: 'regla.ajustes',
        entidad: `regla:${empresa_id}`,
        nombre: 'Descanso y resumen',
        antes: before,
        despues: after,
      });
      return { empresa_id, ...after };
    });
    this.news.tellSoon(empresa_id);
    // A summary whose hour has passed is sent at once.
    void this.jobs.add('avisos.resumir', {}, { unico: 'avisos.resumir', attempts: 1 }).catch(() => undefined);
    return this.told(saved);
  }

  private async told(settings: Stored): Promise<AvisosSettings> {
    const { empresa_id, comunicador } = settings;
    if (comunicador === null) return settings;
    return { ...settings, comunicador_estado: await this.communicator.stateOf(empresa_id, comunicador) };
  }

  private async stored(tx: EntityManager, empresa_id: number): Promise<Stored> {
    const [row]: Stored[] = await tx.query(
      `SELECT empresa_id, descanso_desde, descanso_hasta, descanso_severidad, resumen_hora, comunicador FROM ajustes
       WHERE empresa_id = $1`,
      [empresa_id],
    );
    return row ?? { empresa_id, ...DEFAULTS };
  }
}
