import type { Caller, Descanso } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requirePerson } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { NO_QUIET_HOURS } from '../deliveries/recipients.js';
import { Reach } from '../reach.js';

/** A person's own quiet hours. */
@Injectable()
export class QuietService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
  ) {}

  async read(caller: Caller): Promise<Descanso> {
    return this.stored(this.db.manager, requirePerson(caller).usuario_id);
  }

  async save(caller: Caller, descanso: Descanso): Promise<Descanso> {
    const { usuario_id, empresa_id } = requirePerson(caller);
    const nombre = await this.reach.nameOf(usuario_id);
    const { descanso_desde, descanso_hasta, descanso_severidad } = descanso;
    return this.db.transaction(async (tx) => {
      const antes = await this.stored(tx, usuario_id);
      await tx.query(
        `INSERT INTO descansos (usuario_id, descanso_desde, descanso_hasta, descanso_severidad) VALUES ($1, $2, $3, $4)
         ON CONFLICT (usuario_id) DO UPDATE SET descanso_desde = $2, descanso_hasta = $3, descanso_severidad = $4`,
        [usuario_id, descanso_desde, descanso_hasta, descanso_severidad],
      );
      const despues = await this.stored(tx, usuario_id);
      const entidad = `usuario:${usuario_id}`;
      await this.auditoria.note(tx, caller, {
        empresa_id,
        accion: 'usuario.descanso',
        entidad,
        nombre,
        antes,
        despues,
      });
      return despues;
    });
  }

  private async stored(tx: EntityManager, usuario_id: number): Promise<Descanso> {
    const [row]: Descanso[] = await tx.query(
      'SELECT descanso_desde, descanso_hasta, descanso_severidad FROM descansos WHERE usuario_id = $1',
      [usuario_id],
    );
    return row ?? NO_QUIET_HOURS;
  }
}
