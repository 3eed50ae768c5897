import {
  AppError,
  noEncontrado,
  TIPOS_CON_LIMITE,
  type Caller,
  type SwitchesGuardados,
  type SwitchGuardar,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import { exigirAdmin, exigirEmpresa } from '../acceso.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import type { PlacaEntity } from '../placas/placa.entity.js';
import { PlacasService } from '../placas/placas.service.js';
import { revisarPines } from './pin-rules.js';
import { enContrato } from './switch-en-vivo.js';
import { retratoDeSwitch, SwitchesEventos } from './switches.eventos.js';
import { SwitchesRepository, type SwitchConPlaca } from './switches.repository.js';

/** One item of the call and what it becomes. */
interface Renglon {
  item: SwitchGuardar;
  placa: PlacaEntity;
  /** The stored switch that it changes; undefined = a new one. */
  previo: SwitchConPlaca | undefined;
  sensor_pin: number | null;
}

/** POST /switches/bulk (DEC-5): all or nothing. */
@Injectable()
export class LoteService {
  constructor(
    private readonly switches: SwitchesRepository,
    private readonly placas: PlacasService,
    private readonly eventos: SwitchesEventos,
    private readonly empresas: EmpresasService,
  ) {}

  async guardar(caller: Caller, items: readonly SwitchGuardar[]): Promise<SwitchesGuardados> {
    exigirAdmin(caller);
    for (const item of items) exigirEmpresa(caller, item.empresa_id);
    exigirIdsDistintos(items);
    return this.empresas.escribir(
      items.map((item) => item.empresa_id),
      async (tx) => {
        const renglones = await this.renglones(tx, caller, items);
        const avisos = await this.revisar(tx, caller, renglones);
        const guardados: { antes: Retrato | null; fila: SwitchConPlaca }[] = [];
        for (const renglon of renglones) guardados.push(await this.escribir(tx, caller, renglon));
        await this.eventos.guardados(tx, caller, guardados);
        return { switches: guardados.map(({ fila }) => enContrato(fila)), avisos };
      },
    );
  }

  private async renglones(tx: EntityManager, caller: Caller, items: readonly SwitchGuardar[]): Promise<Renglon[]> {
    const ids = items.map((item) => item.id ?? null).filter((id) => id !== null);
    const previos = await this.switches.in(tx).porIds(caller, ids);
    items.forEach((item, i) => exigirGuardable(item, previos.get(item.id ?? 0), i));
    items.forEach((item, i) => exigirLimite(item, previos.get(item.id ?? 0), i));
    exigirVersiones(items, previos);
    const placas = await this.placas.paraSwitches(
      tx,
      caller,
      items.map(({ dispositivo_id, empresa_id }) => ({ numero: dispositivo_id, empresa_id })),
    );
    return items.map((item) => {
      const placa = placas.get(item.dispositivo_id);
      if (!placa) throw new AppError('placa_no_disponible');
      const sensor_pin = item.tiene_sensor === 1 ? item.sensor_pin : null;
      return { item, placa, previo: previos.get(item.id ?? 0), sensor_pin };
    });
  }

  private async revisar(tx: EntityManager, caller: Caller, renglones: readonly Renglon[]): Promise<string[]> {
    const otros = await this.switches.in(tx).enPlacas(
      caller,
      [...new Set(renglones.map(({ placa }) => placa.placa_id))],
      renglones.flatMap(({ previo }) => (previo ? [previo.id] : [])),
    );
    return revisarPines(
      renglones.map(({ item, placa, sensor_pin }) => ({
        nombre: item.nombre,
        placa_id: placa.placa_id,
        numero: placa.numero,
        dialecto: placa.dialecto,
        hardware_pin: item.hardware_pin,
        sensor_pin,
      })),
      otros.map((otro) => ({ ...otro, numero: otro.placa.numero, dialecto: otro.placa.dialecto })),
    );
  }

  private async escribir(
    tx: EntityManager,
    caller: Caller,
    { item, placa, previo, sensor_pin }: Renglon,
  ): Promise<{ antes: Retrato | null; fila: SwitchConPlaca }> {
    const { nombre, tipo, zona, empresa_id, hardware_pin, tiene_sensor, activo } = item;
    const fila = await this.switches.in(tx).save(caller, {
      ...(previo && { id: previo.id }),
      empresa_id,
      placa_id: placa.placa_id,
      nombre,
      tipo,
      zona,
      // A switch keeps its place in the panel: the form that edits one does not know of its partner.
      par_numero: previo?.par_numero ?? item.par_numero,
      switch_site_id: previo?.switch_site_id ?? item.switch_site_id,
      hardware_pin,
      tiene_sensor,
      sensor_pin,
      activo,
      max_encendido_s: limiteDe(item, previo),
      caudal_m3h: item.caudal_m3h === undefined ? (previo?.caudal_m3h ?? null) : item.caudal_m3h,
      version: (previo?.version ?? 0) + 1,
    });
    return { antes: previo ? retratoDeSwitch(previo) : null, fila: { ...fila, placa } };
  }
}

const enCampo = (i: number, campo: keyof SwitchGuardar, mensaje: string) => ({
  detalles: [{ campo: `body.switches.${i}.${campo}`, mensaje }],
});

const limiteDe = ({ max_encendido_s: dicho }: SwitchGuardar, previo: SwitchConPlaca | undefined): number | null =>
  dicho === undefined ? (previo?.max_encendido_s ?? null) : dicho;

const exigirLimite = (item: SwitchGuardar, previo: SwitchConPlaca | undefined, i: number): void => {
  if (limiteDe(item, previo) !== 0 || !TIPOS_CON_LIMITE.has(item.tipo)) return;
  const texto = 'Este tipo de switch necesita un tiempo máximo encendido.';
  throw new AppError('datos_invalidos', { texto, ...enCampo(i, 'max_encendido_s', texto) });
};

const exigirIdsDistintos = (items: readonly SwitchGuardar[]): void => {
  const vistos = new Set<number>();
  items.forEach(({ id }, i) => {
    if (id === undefined || id === null) return;
    if (vistos.has(id)) throw new AppError('datos_invalidos', enCampo(i, 'id', 'El switch está dos veces.'));
    vistos.add(id);
  });
};

const exigirGuardable = (item: SwitchGuardar, previo: SwitchConPlaca | undefined, i: number): void => {
  if (item.id === undefined || item.id === null) return;
  if (!previo) throw noEncontrado();
  if (previo.empresa_id !== item.empresa_id) {
    const texto = 'Un switch no puede cambiar de empresa.';
    throw new AppError('datos_invalidos', { texto, ...enCampo(i, 'empresa_id', texto) });
  }
};

/** Names every stale item at once, and shows what is stored of each. @throws AppError `version_vieja`. */
const exigirVersiones = (items: readonly SwitchGuardar[], previos: ReadonlyMap<number, SwitchConPlaca>): void => {
  const viejos = items.flatMap(({ id, version }, i) => {
    const previo = previos.get(id ?? 0);
    return previo && version !== undefined && version !== previo.version ? [{ i, previo }] : [];
  });
  if (viejos.length === 0) return;
  throw new AppError('version_vieja', {
    detalles: viejos.map(({ i, previo }) => ({
      campo: `body.switches.${i}.version`,
      mensaje: `Alguien más guardó cambios en «${previo.nombre}»`,
    })),
    actual: viejos.map(({ previo }) => enContrato(previo)),
  });
};
