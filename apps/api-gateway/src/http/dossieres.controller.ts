import { Bus } from '@acequia/bus';
import { TABLAS_DOSSIER } from '@acequia/contracts';
import { Controller, StreamableFile } from '@nestjs/common';
import { csvFile } from '../exports/csv-file.js';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

/** The files of a dossier, from its figures. */
@Controller()
export class DossieresController {
  constructor(private readonly bus: Bus) {}

  @Route('dossieres.pdf')
  async pdf({ params, persona }: ApiRequest<'dossieres.pdf'>) {
    const { archivo, base64 } = await this.bus.call('dossieres.pdf', params, persona);
    return new StreamableFile(Buffer.from(base64, 'base64'), {
      type: 'application/pdf',
      disposition: `attachment; filename="${archivo}"`,
    });
  }

  @Route('dossieres.csv')
  async csv({ params, query, persona }: ApiRequest<'dossieres.csv'>) {
    const { mes, cifras } = await this.bus.call('dossieres.leer', params, persona);
    const { columnas, filas } = TABLAS_DOSSIER[query.tabla];
    return csvFile(
      `dossier_${mes}_${query.tabla}.csv`,
      columnas.map(({ titulo }) => titulo),
      filas(cifras).map(({ celdas }) => celdas),
    );
  }
}
