import { Bus } from '@acequia/bus';
import { CURSOR_HEADER } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { csvFile } from '../exports/csv-file.js';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class ProgramasController {
  constructor(private readonly bus: Bus) {}

  @Route('turnos.csv_cuenta')
  async csvCuenta({ query, persona }: ApiRequest<'turnos.csv_cuenta'>) {
    const { mes, filas } = await this.bus.call('turnos.cuenta', query, persona);
    const rows = filas.map((fila) => [
      fila.sector,
      fila.nombre,
      fila.turnos,
      fila.cumplidos,
      fila.parciales,
      fila.omitidos,
      fila.perdidos,
      Math.round(fila.previstos_s / 60),
      Math.round(fila.reales_s / 60),
      fila.litros,
      fila.kwh,
      fila.costo,
    ]);
    return csvFile(`riego_${mes}.csv`, ACCOUNT_COLUMNS, rows);
  }

  /** A full page names the next one in its header. */
  @Route('turnos.listar')
  async turnos({ query, persona, heading }: ApiRequest<'turnos.listar'>) {
    const turnos = await this.bus.call('turnos.listar', query, persona);
    const last = turnos.at(-1);
    if (last && turnos.length === query.limit) heading(CURSOR_HEADER, `${last.inicio}.${last.turno_id}`);
    return turnos;
  }

  @Route('turnos.detener')
  detener({ params, body, clave, ip, navegador, persona }: ApiRequest<'turnos.detener'>) {
    return this.bus.call('turnos.detener', { ...params, ...body, clave, ip, navegador }, persona);
  }

  @Route('turnos.detener_todo')
  detenerTodo({ body, ip, navegador, persona }: ApiRequest<'turnos.detener_todo'>) {
    return this.bus.call('turnos.detener_todo', { ...body, ip, navegador }, persona);
  }
}

const ACCOUNT_COLUMNS = [
  'Sector',
  'Nombre',
  'Turnos',
  'Cumplidos',
  'Parciales',
  'Omitidos',
  'Perdidos',
  'Minutos previstos',
  'Minutos reales',
  'Litros',
  'kWh',
  'Costo',
];
