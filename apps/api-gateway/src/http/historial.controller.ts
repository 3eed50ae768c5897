import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import { file } from '../exports/file.js';
import { ExportsClient } from '../exports/exports.client.js';
import type { ApiRequest } from '../routing/api-request.js';
import { rangeOf } from './range.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class HistorialController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ExportsClient,
  ) {}

  @Route('historial.serie')
  serie({ query, persona }: ApiRequest<'historial.serie'>) {
    const { switch_id, ancho } = query;
    return this.bus.call('historial.serie', { switch_id, ancho, ...rangeOf(query) }, persona);
  }

  @Route('historial.csv_sensores')
  async csvSensores({ query, persona, signal, heading }: ApiRequest<'historial.csv_sensores'>) {
    const csv = await this.exports.open({ tipo: 'sensores', ...query }, persona, signal);
    const que = query.formato === 'ancho' ? 'sitio' : 'switch';
    return file(csv, `temp_hum_${que}_${query.switch_id}.csv`, heading);
  }

  @Route('historial.csv_estados')
  async csvEstados({ query, persona, signal, heading }: ApiRequest<'historial.csv_estados'>) {
    const csv = await this.exports.open({ tipo: 'estados', ...query }, persona, signal);
    return file(csv, `estados_empresa_${query.empresa_id}.csv`, heading);
  }
}
