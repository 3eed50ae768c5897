import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import { archivo } from '../exports/archivo.js';
import { ExportsClient } from '../exports/exports.client.js';
import type { Peticion } from './peticion.js';
import { rangoDe } from './rango.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class HistorialController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ExportsClient,
  ) {}

  @Ruta('historial.puntos')
  puntos({ query, persona }: Peticion<'historial.puntos'>) {
    return this.bus.call('historial.puntos', query, persona);
  }

  @Ruta('historial.serie')
  serie({ query, persona }: Peticion<'historial.serie'>) {
    const { switch_id, ancho } = query;
    return this.bus.call('historial.serie', { switch_id, ancho, ...rangoDe(query) }, persona);
  }

  @Ruta('historial.eventos')
  eventos({ query, persona }: Peticion<'historial.eventos'>) {
    return this.bus.call('historial.eventos', query, persona);
  }

  @Ruta('historial.encendido')
  encendido({ query, persona }: Peticion<'historial.encendido'>) {
    return this.bus.call('historial.encendido', query, persona);
  }

  @Ruta('historial.csv_sensores')
  async csvSensores({ query, persona, signal, encabezado }: Peticion<'historial.csv_sensores'>) {
    const csv = await this.exports.open({ tipo: 'sensores', ...query }, persona, signal);
    const que = query.formato === 'ancho' ? 'sitio' : 'switch';
    return archivo(csv, `temp_hum_${que}_${query.switch_id}.csv`, encabezado);
  }

  @Ruta('historial.csv_estados')
  async csvEstados({ query, persona, signal, encabezado }: Peticion<'historial.csv_estados'>) {
    const csv = await this.exports.open({ tipo: 'estados', ...query }, persona, signal);
    return archivo(csv, `estados_empresa_${query.empresa_id}.csv`, encabezado);
  }
}
