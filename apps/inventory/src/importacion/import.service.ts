import {
  AppError,
  type Caller,
  type ImportError,
  type ImportLinea,
  type ImportTipo,
  type InventoryImport,
  type InventoryImported,
  lineError,
  notFound,
  type PlacaCredencial,
  sistema,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { EmpresasRepository } from '../empresas/empresas.repository.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { PlacasEvents } from '../placas/placas.eventos.js';
import { PlacasRepository } from '../placas/placas.repository.js';
import { PlacasService } from '../placas/placas.service.js';
import { BatchService } from '../switches/batch.service.js';
import { SwitchesEvents } from '../switches/switches.eventos.js';
import { SwitchesRepository } from '../switches/switches.repository.js';

/** Sees the boards of every company: a number is taken wherever its board is. */
const OWN = sistema('inventory');

/** Carries the result of an import that is not kept out of its transaction. */
class NotKept extends Error {
  constructor(readonly result: InventoryImported) {
    super('nothing is kept');
  }
}

/** The boards and switches of a file, in one transaction. Each line has its own savepoint, so that all wrong lines are told. */
@Injectable()
export class ImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly empresas: EmpresasRepository,
    private readonly companies: EmpresasService,
    private readonly placas: PlacasRepository,
    private readonly placaEvents: PlacasEvents,
    private readonly boards: PlacasService,
    private readonly batch: BatchService,
    private readonly switches: SwitchesRepository,
    private readonly switchEvents: SwitchesEvents,
  ) {}

  async import(caller: Caller, request: InventoryImport): Promise<InventoryImported> {
    requireAdmin(caller);
    for (const { id, nueva } of request.empresas) {
      requireEmpresa(caller, id);
      if (nueva === 0) await this.companies.require(id);
    }
    try {
      return await this.dataSource.transaction(async (tx) => {
        const result = await this.write(tx, caller, request);
        if (result.errores.length > 0 || request.aplicar === 0) throw new NotKept(result);
        return result;
      });
    } catch (error) {
      if (error instanceof NotKept) return error.result;
      throw error;
    }
  }

  /** Deletes what an import created, because the rest of it was not kept. */
  async undo(caller: Caller, { placas, switches }: InventoryImported['creadas']): Promise<void> {
    requireAdmin(caller);
    await this.dataSource.transaction(async (tx) => {
      const rows = [...(await this.switches.in(tx).porIds(caller, switches)).values()];
      for (const { id } of rows) await this.switches.in(tx).delete(caller, { id });
      await this.switchEvents.deleted(tx, caller, rows);
      for (const placa_id of placas) {
        const placa = await this.placas.in(tx).getOrFail(caller, placa_id);
        await this.placas.in(tx).delete(caller, { placa_id });
        await this.placaEvents.deleted(tx, caller, [placa]);
      }
    });
  }

  private async write(tx: EntityManager, caller: Caller, request: InventoryImport): Promise<InventoryImported> {
    // The rows of new companies arrive here before their event: this is the lock that their boards need.
    for (const { nueva, ...empresa } of request.empresas) if (nueva === 1) await this.empresas.save(tx, empresa);
    const ids = request.empresas.map(({ id }) => id);
    if ((await this.empresas.lockRow(tx, ids)).size < ids.length) throw notFound();
    const lineas: ImportLinea[] = [];
    const errores: ImportError[] = [];
    const credenciales: PlacaCredencial[] = [];
    const creadas = { placas: [] as number[], switches: [] as number[] };
    const attempt = async (
      tipo: ImportTipo,
      linea: number,
      nombre: string,
      work: (sub: EntityManager) => Promise<ImportLinea['accion']>,
    ): Promise<void> => {
      try {
        lineas.push({ linea, tipo, nombre, accion: await tx.transaction(work) });
      } catch (error) {
        errores.push(lineError(tipo, linea, error));
      }
    };

    for (const { linea, data } of request.placas)
      await attempt('placa', linea, data.nombre || String(data.id ?? ''), async (sub) => {
        const known = data.id === null ? undefined : (await this.placas.in(sub).byNumbers(OWN, [data.id])).get(data.id);
        if (known?.empresa_id === data.empresa_id) return 'ya_existe';
        if (known) throw new AppError('numero_de_placa_ocupado', at('id', 'numero_de_placa_ocupado'));
        const issued = await this.boards.registerIn(sub, caller, data);
        credenciales.push(...issued);
        creadas.placas.push(...issued.map(({ placa_id }) => placa_id));
        return 'crear';
      });
    for (const { linea, data } of request.switches)
      await attempt('switch', linea, `${data.zona} - ${data.nombre}`, async (sub) => {
        const placa = (await this.placas.in(sub).byNumbers(caller, [data.dispositivo_id])).get(data.dispositivo_id);
        // A typed number would register a board without credentials: a file names its boards.
        if (placa?.empresa_id !== data.empresa_id)
          throw new AppError('placa_no_disponible', at('dispositivo_id', 'placa_no_disponible'));
        const there = await this.switches.in(sub).enPlacas(caller, [placa.placa_id], []);
        if (there.some((one) => one.hardware_pin === data.hardware_pin && one.nombre === data.nombre))
          return 'ya_existe';
        const saved = await this.batch.saveIn(sub, caller, [data]);
        creadas.switches.push(...saved.switches.map(({ id }) => id));
        return 'crear';
      });
    return { lineas, errores, credenciales, creadas };
  }
}

const at = (campo: string, codigo: 'numero_de_placa_ocupado' | 'placa_no_disponible') => ({
  detalles: [{ campo, mensaje: new AppError(codigo).texto }],
});
