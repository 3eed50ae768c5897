import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import { csvFile } from '../exports/csv-file.js';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class ProgramasController {
  constructor(private readonly bus: Bus) {}

  @Route('programas.listar')
  list({ query, persona }: ApiRequest<'programas.listar'>) {
    return this.bus.call('programas.listar', query, persona);
  }

  @Route('programas.crear')
  crear({ body, persona }: ApiRequest<'programas.crear'>) {
    return this.bus.call('programas.crear', body, persona);
  }

  @Route('programas.vista_previa')
  preview({ body, persona }: ApiRequest<'programas.vista_previa'>) {
    return this.bus.call('programas.vista_previa', body, persona);
  }

  @Route('turnos.listar')
  turnos({ query, persona }: ApiRequest<'turnos.listar'>) {
    return this.bus.call('turnos.listar', query, persona);
  }

  @Route('turnos.cuenta')
  cuenta({ query, persona }: ApiRequest<'turnos.cuenta'>) {
    return this.bus.call('turnos.cuenta', query, persona);
  }

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

  @Route('turnos.detener')
  detener({ params, clave, ip, navegador, persona }: ApiRequest<'turnos.detener'>) {
    return this.bus.call('turnos.detener', { ...params, clave, ip, navegador }, persona);
  }

  @Route('turnos.alargar')
  alargar({ params, body, clave, persona }: ApiRequest<'turnos.alargar'>) {
    return this.bus.call('turnos.alargar', { ...params, ...body, clave }, persona);
  }

  @Route('programas.actualizar')
  actualizar({ params, body, persona }: ApiRequest<'programas.actualizar'>) {
    return this.bus.call('programas.actualizar', { ...body, id: params.id }, persona);
  }

  @Route('programas.eliminar')
  eliminar({ params, persona }: ApiRequest<'programas.eliminar'>) {
    return this.bus.call('programas.eliminar', params, persona);
  }

  @Route('programas.ejecutar')
  ejecutar({ params, clave, persona }: ApiRequest<'programas.ejecutar'>) {
    return this.bus.call('programas.ejecutar', { id: params.id, clave }, persona);
  }

  @Route('programas.omitir')
  omitir({ params, clave, persona }: ApiRequest<'programas.omitir'>) {
    return this.bus.call('programas.omitir', { id: params.id, clave }, persona);
  }

  @Route('programas.pausar')
  pausar({ params, clave, persona }: ApiRequest<'programas.pausar'>) {
    return this.bus.call('programas.pausar', { id: params.id, clave }, persona);
  }

  @Route('programas.reanudar')
  reanudar({ params, clave, persona }: ApiRequest<'programas.reanudar'>) {
    return this.bus.call('programas.reanudar', { id: params.id, clave }, persona);
  }

  @Route('no_regar.listar')
  noRegar({ query, persona }: ApiRequest<'no_regar.listar'>) {
    return this.bus.call('no_regar.listar', query, persona);
  }

  @Route('no_regar.crear')
  createNoRegar({ body, persona }: ApiRequest<'no_regar.crear'>) {
    return this.bus.call('no_regar.crear', body, persona);
  }

  @Route('no_regar.eliminar')
  deleteNoRegar({ params, persona }: ApiRequest<'no_regar.eliminar'>) {
    return this.bus.call('no_regar.eliminar', params, persona);
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
