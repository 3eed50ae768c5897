import type { Caller, CuentaMes, SuperficieSave } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { AuditService } from '../audit/audit.service.js';
import { AccessService } from '../storage/access.service.js';

const OF_COMPANY = 'SELECT sector, superficie_m2 FROM superficies WHERE empresa_id = $1';
const MM_PER_M = 1_000;

/** The areas of sectors, which make mm of their water. */
@Injectable()
export class AreasService {
  constructor(
    private readonly db: DataSource,
    private readonly access: AccessService,
    private readonly audit: AuditService,
  ) {}

  /** The sums of whole sectors of a company, with their area and the mm that meters told. */
  async withAreas(empresa_id: number, sectores: CuentaMes['sectores']): Promise<CuentaMes['sectores']> {
    const rows: { sector: string; superficie_m2: number }[] = await this.db.query(OF_COMPANY, [empresa_id]);
    const areas = new Map(rows.map(({ sector, superficie_m2 }) => [sector, superficie_m2]));
    return sectores.map((one) => {
      const superficie_m2 = areas.get(one.sector) ?? null;
      const m3 = one.m3_medidos ?? null;
      const mm = superficie_m2 === null || m3 === null ? null : Math.round((m3 / superficie_m2) * MM_PER_M * 10) / 10;
      return { ...one, superficie_m2, mm };
    });
  }

  /** @throws AppError `no_encontrado` for a company out of reach */
  async save(caller: Caller, { empresa_id, sector, superficie_m2 }: SuperficieSave): Promise<void> {
    requireAdmin(caller);
    requireEmpresa(caller, empresa_id);
    await this.access.requireEmpresa(empresa_id);
    await this.db.transaction(async (tx) => {
      const [empresa]: { nombre: string }[] = await tx.query('SELECT nombre FROM empresas WHERE id = $1 FOR UPDATE', [
        empresa_id,
      ]);
      const key = [empresa_id, sector];
      const [before]: { superficie_m2: number }[] = await tx.query(`${OF_COMPANY} AND sector = $2`, key);
      if ((before?.superficie_m2 ?? null) === superficie_m2) return;
      if (superficie_m2 === null) await tx.query('DELETE FROM superficies WHERE empresa_id = $1 AND sector = $2', key);
      else
        await tx.query(
          `INSERT INTO superficies (empresa_id, sector, superficie_m2) VALUES ($1, $2, $3)
           ON CONFLICT (empresa_id, sector) DO UPDATE SET superficie_m2 = $3`,
          [...key, superficie_m2],
        );
      await this.audit.note(tx, caller, {
        empresa_id,
        accion: 'empresa.superficie',
        entidad: `empresa:${empresa_id}`,
        nombre: empresa?.nombre ?? '',
        antes: { sector, superficie_m2: before?.superficie_m2 ?? null },
        despues: { sector, superficie_m2 },
      });
    });
  }
}
