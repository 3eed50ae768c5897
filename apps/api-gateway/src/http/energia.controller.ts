import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import { file } from '../exports/file.js';
import { ExportsClient } from '../exports/exports.client.js';
import type { ApiRequest } from '../routing/api-request.js';
import { rangeOf } from './range.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class EnergiaController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ExportsClient,
  ) {}

  @Route('dispositivos.energia')
  serie({ params, query, persona }: ApiRequest<'dispositivos.energia'>) {
    const request = { dispositivo_id: params.id, ancho: query.ancho, ...rangeOf(query) };
    return this.bus.call('energia.serie', request, persona);
  }

  @Route('dispositivos.energia_dias')
  dias({ params, query, persona }: ApiRequest<'dispositivos.energia_dias'>) {
    return this.bus.call('energia.dias', { dispositivo_id: params.id, ...query }, persona);
  }

  @Route('dispositivos.csv_energia')
  async csv({ params, query, persona, signal, heading }: ApiRequest<'dispositivos.csv_energia'>) {
    const csv = await this.exports.open({ tipo: 'energia', dispositivo_id: params.id, ...query }, persona, signal);
    return file(csv, `energia_dispositivo_${params.id}.csv`, heading);
  }
}
