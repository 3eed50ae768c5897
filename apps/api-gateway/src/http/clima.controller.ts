import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import { csvFile } from '../exports/csv-file.js';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';
import { DERIVED_COLUMNS } from '../textos.js';

@Controller()
export class ClimaController {
  constructor(private readonly bus: Bus) {}

  @Route('clima.csv_derivados')
  async csvDerivados({ query, persona }: ApiRequest<'clima.csv_derivados'>) {
    const days = await this.bus.call('clima.derivados', query, persona);
    const rows = days.map((day) => [
      day.fecha,
      day.temperatura_min,
      day.temperatura_max,
      day.temperatura_media,
      day.humedad_media,
      day.dpv_medio,
      day.punto_rocio_medio,
      day.grados_dia,
      day.horas_frio,
      day.et0_mm,
      day.et0_metodo,
    ]);
    return csvFile(`derivados_switch_${query.switch_id}.csv`, DERIVED_COLUMNS, rows);
  }
}
