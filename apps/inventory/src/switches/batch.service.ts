import {
  AppError,
  notFound,
  TIPOS_WITH_LIMIT,
  type Caller,
  type SwitchesSaved,
  type SwitchSave,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditPortrait } from '@acequia/service-kit';
import { requireAdmin, requireEmpresa } from '../access.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import type { PlacaEntity } from '../placas/placa.entity.js';
import { PlacasService } from '../placas/placas.service.js';
import { PuntosService } from '../puntos/puntos.service.js';
import { inspectPins, type SwitchPins } from './pin-rules.js';
import { inContract } from './live-switch.js';
import { switchPortrait, SwitchesEvents } from './switches.eventos.js';
import { SwitchesRepository, type SwitchConPlaca } from './switches.repository.js';
import { texts } from '../textos.js';

/** One item of the request and the row it becomes. */
interface TextLine {
  item: SwitchSave;
  placa: PlacaEntity;
  /** The stored switch that the item changes; undefined = a new switch. */
  previous: SwitchConPlaca | undefined;
  sensor_pin: number | null;
}

/** POST /switches/bulk (DEC-5): all or nothing. */
@Injectable()
export class BatchService {
  constructor(
    private readonly switches: SwitchesRepository,
    private readonly placas: PlacasService,
    private readonly events: SwitchesEvents,
    private readonly empresas: EmpresasService,
    private readonly puntos: PuntosService,
  ) {}

  async save(caller: Caller, items: readonly SwitchSave[]): Promise<SwitchesSaved> {
    requireAdmin(caller);
    for (const item of items) requireEmpresa(caller, item.empresa_id);
    requireDistinctIds(items);
    return this.empresas.write(
      items.map((item) => item.empresa_id),
      (tx) => this.saveIn(tx, caller, items),
    );
  }

  /** Within a transaction that holds the locks of the companies, which the caller has checked. */
  async saveIn(tx: EntityManager, caller: Caller, items: readonly SwitchSave[]): Promise<SwitchesSaved> {
    const textLines = await this.textLines(tx, caller, items);
    const avisos = await this.inspect(tx, caller, textLines);
    const saved: { antes: AuditPortrait | null; fila: SwitchConPlaca }[] = [];
    for (const textLine of textLines) saved.push(await this.write(tx, caller, textLine));
    await this.events.saved(tx, caller, saved);
    return { switches: saved.map(({ fila }) => inContract(fila)), avisos };
  }

  private async textLines(tx: EntityManager, caller: Caller, items: readonly SwitchSave[]): Promise<TextLine[]> {
    const ids = items.map((item) => item.id ?? null).filter((id) => id !== null);
    const before = await this.switches.in(tx).byIds(caller, ids);
    items.forEach((item, i) => requireSavable(item, before.get(item.id ?? 0), i));
    items.forEach((item, i) => requireLimit(item, before.get(item.id ?? 0), i));
    requireVersions(items, before);
    const placas = await this.placas.forSwitches(
      tx,
      caller,
      items.map(({ dispositivo_id, empresa_id }) => ({ numero: dispositivo_id, empresa_id })),
    );
    return items.map((item) => {
      const placa = placas.get(item.dispositivo_id);
      if (!placa) throw new AppError('placa_no_disponible');
      const sensor_pin = item.tiene_sensor === 1 ? item.sensor_pin : null;
      return { item, placa, previous: before.get(item.id ?? 0), sensor_pin };
    });
  }

  private async inspect(tx: EntityManager, caller: Caller, textLines: readonly TextLine[]): Promise<string[]> {
    await this.puntos.requireUnread(
      tx,
      caller,
      textLines.flatMap(({ item, placa: { placa_id }, sensor_pin }, i) => [
        { placa_id, pin: item.hardware_pin, campo: `body.switches.${i}.hardware_pin` },
        ...(sensor_pin === null ? [] : [{ placa_id, pin: sensor_pin, campo: `body.switches.${i}.sensor_pin` }]),
      ]),
    );
    const others = await this.switches.in(tx).ofPlacas(
      caller,
      [...new Set(textLines.map(({ placa }) => placa.placa_id))],
      textLines.flatMap(({ previous }) => (previous ? [previous.id] : [])),
    );
    return inspectPins(
      textLines.map(({ item, placa, sensor_pin }) => ({
        nombre: item.nombre,
        placa_id: placa.placa_id,
        numero: placa.numero,
        dialecto: placa.dialecto,
        hardware_pin: item.hardware_pin,
        sensor_pin,
      })),
      others.map(pinsOf),
      textLines.flatMap(({ previous }) => (previous ? [pinsOf(previous)] : [])),
    );
  }

  private async write(
    tx: EntityManager,
    caller: Caller,
    { item, placa, previous, sensor_pin }: TextLine,
  ): Promise<{ antes: AuditPortrait | null; fila: SwitchConPlaca }> {
    const { nombre, tipo, zona, empresa_id, hardware_pin, tiene_sensor, activo } = item;
    const fila = await this.switches.in(tx).save(caller, {
      ...(previous && { id: previous.id }),
      empresa_id,
      placa_id: placa.placa_id,
      nombre,
      tipo,
      zona,
      // A switch keeps its place in the panel, because the form of one switch does not know its partner.
      par_numero: previous?.par_numero ?? item.par_numero,
      switch_site_id: previous?.switch_site_id ?? item.switch_site_id,
      hardware_pin,
      tiene_sensor,
      sensor_pin,
      activo,
      max_encendido_s: maxEncendidoOf(item, previous),
      caudal_m3h: item.caudal_m3h === undefined ? (previous?.caudal_m3h ?? null) : item.caudal_m3h,
      version: (previous?.version ?? 0) + 1,
    });
    return { antes: previous ? switchPortrait(previous) : null, fila: { ...fila, placa } };
  }
}

const pinsOf = (stored: SwitchConPlaca): SwitchPins => ({
  ...stored,
  numero: stored.placa.numero,
  dialecto: stored.placa.dialecto,
});

const inField = (i: number, campo: keyof SwitchSave, mensaje: string) => ({
  detalles: [{ campo: `body.switches.${i}.${campo}`, mensaje }],
});

const maxEncendidoOf = (
  { max_encendido_s: report }: SwitchSave,
  previous: SwitchConPlaca | undefined,
): number | null => (report === undefined ? (previous?.max_encendido_s ?? null) : report);

const requireLimit = (item: SwitchSave, previous: SwitchConPlaca | undefined, i: number): void => {
  if (maxEncendidoOf(item, previous) !== 0 || !TIPOS_WITH_LIMIT.has(item.tipo)) return;
  const texto = texts.needsMaximum;
  throw new AppError('datos_invalidos', { texto, ...inField(i, 'max_encendido_s', texto) });
};

const requireDistinctIds = (items: readonly SwitchSave[]): void => {
  const noticed = new Set<number>();
  items.forEach(({ id }, i) => {
    if (id === undefined || id === null) return;
    if (noticed.has(id)) throw new AppError('datos_invalidos', inField(i, 'id', texts.switchTwice));
    noticed.add(id);
  });
};

const requireSavable = (item: SwitchSave, previous: SwitchConPlaca | undefined, i: number): void => {
  if (item.id === undefined || item.id === null) return;
  if (!previous) throw notFound();
  if (previous.empresa_id !== item.empresa_id) {
    const texto = texts.switchStays;
    throw new AppError('datos_invalidos', { texto, ...inField(i, 'empresa_id', texto) });
  }
};

/** Names every stale item at once, each with its stored state. @throws AppError `version_vieja`. */
const requireVersions = (items: readonly SwitchSave[], before: ReadonlyMap<number, SwitchConPlaca>): void => {
  const old = items.flatMap(({ id, version }, i) => {
    const previous = before.get(id ?? 0);
    return previous && version !== undefined && version !== previous.version ? [{ i, previous }] : [];
  });
  if (old.length === 0) return;
  throw new AppError('version_vieja', {
    detalles: old.map(({ i, previous }) => ({
      campo: `body.switches.${i}.version`,
      mensaje: texts.savedByOther(previous.nombre),
    })),
    actual: old.map(({ previous }) => inContract(previous)),
  });
};
