import { CifrasDossier, type Dossier } from '@acequia/contracts';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AttachedFile } from '../deliveries/channel.js';
import type { AlertsEnv } from '../env.js';
import { dossierPdf } from './pdf.js';

export const COLUMNS = 'id, empresa_id, mes, numero, hecho::float8 AS hecho, sha256';

/** Draws dossiers from their stored figures. */
@Injectable()
export class DossierFiles {
  constructor(
    private readonly db: DataSource,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  /** @throws Error when there is none */
  async draw(id: number): Promise<AttachedFile> {
    const [row]: (Dossier & { cifras: string })[] = await this.db.query(
      `SELECT ${COLUMNS}, cifras FROM dossieres WHERE id = $1`,
      [id],
    );
    if (!row) throw new Error('there is no such dossier');
    const { cifras, ...dossier } = row;
    const figures = CifrasDossier.parse(JSON.parse(cifras));
    return {
      filename: `dossier_${dossier.mes}.pdf`,
      content: await dossierPdf(dossier, figures, { console: this.env.PUBLIC_URL }),
    };
  }
}
