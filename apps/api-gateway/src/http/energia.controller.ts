import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import { archivo } from '../exports/archivo.js';
import { ExportsClient } from '../exports/exports.client.js';
import type { Peticion } from './peticion.js';
import { rangoDe } from './rango.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class EnergiaController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ExportsClient,
  ) {}

  @Ruta('dispositivos.energia')
  serie({ params, query, persona }: Peticion<'dispositivos.energia'>) {
    const pedido = { dispositivo_id: params.id, ancho: query.ancho, ...rangoDe(query) };
    return this.bus.call('energia.serie', pedido, persona);
  }

  @Ruta('dispositivos.energia_dias')
  dias({ params, query, persona }: Peticion<'dispositivos.energia_dias'>) {
    return this.bus.call('energia.dias', { dispositivo_id: params.id, ...query }, persona);
  }

  @Ruta('dispositivos.csv_energia')
  async csv({ params, query, persona, signal, encabezado }: Peticion<'dispositivos.csv_energia'>) {
    const csv = await this.exports.open({ tipo: 'energia', dispositivo_id: params.id, ...query }, persona, signal);
    return archivo(csv, `energia_dispositivo_${params.id}.csv`, encabezado);
  }
}
