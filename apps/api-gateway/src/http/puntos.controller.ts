import { Bus } from '@acequia/bus';
import { MAGNITUDES, magnitudOf, type MagnitudClave, type MagnitudRow } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ExportsClient } from '../exports/exports.client.js';
import { file } from '../exports/file.js';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

const CATALOGUE = (Object.keys(MAGNITUDES) as MagnitudClave[]).map((clave): MagnitudRow => {
  const { nombre, unidad, decimales, clase, minimo, maximo } = magnitudOf(clave);
  return { clave, nombre, unidad, decimales, clase, minimo, maximo };
});

@Controller()
export class PuntosController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ExportsClient,
  ) {}

  /** Answered here: the catalogue is part of the contract, no service keeps it. */
  @Route('magnitudes.listar')
  magnitudes(_apiRequest: ApiRequest<'magnitudes.listar'>) {
    return Promise.resolve(CATALOGUE);
  }

  @Route('puntos.serie')
  serie({ params, query, persona }: ApiRequest<'puntos.serie'>) {
    return this.bus.call('puntos.serie', { punto_id: params.id, ...query }, persona);
  }

  @Route('puntos.csv')
  async csv({ params, query, persona, signal, heading }: ApiRequest<'puntos.csv'>) {
    const csv = await this.exports.open({ tipo: 'punto', punto_id: params.id, ...query }, persona, signal);
    return file(csv, `punto_${params.id}.csv`, heading);
  }
}
