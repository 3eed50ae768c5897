import {
  AppError,
  type Caller,
  type InventoryImport,
  type InventoryImported,
  notFound,
  type PlacaCredencial,
  sistema,
} from '@acequia/contracts';
import { ImportLines, keepOrUndo } from '@acequia/service-kit';
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

/** The boards and switches of a file, in one transaction. */
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
    return keepOrUndo(
      (work) => this.dataSource.transaction(work),
      async (tx) => {
        const result = await this.write(tx, caller, request);
        return { result, kept: result.errores.length === 0 && request.aplicar === 1 };
      },
    );
  }

  /** Deletes what an import created, because the rest of it was not kept. */
  async undo(caller: Caller, { placas, switches }: InventoryImported['creadas']): Promise<void> {
    requireAdmin(caller);
    await this.dataSource.transaction(async (tx) => {
      const rows = [...(await this.switches.in(tx).byIds(caller, switches)).values()];
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
    for (const { nueva, ...empresa } of request.empresas)
      if (nueva === 1) await this.empresas.saveUnconfirmed(tx, empresa);
    const ids = request.empresas.map(({ id }) => id);
    if ((await this.empresas.lockRow(tx, ids)).size < ids.length) throw notFound();
    const lines = new ImportLines();
    const credenciales: PlacaCredencial[] = [];
    const creadas = { placas: [] as number[], switches: [] as number[] };
    for (const { linea, data } of request.placas)
      await lines.write(tx, { tipo: 'placa', linea }, data.nombre || String(data.id ?? ''), async (sub) => {
        const known = data.id === null ? undefined : (await this.placas.in(sub).byNumbers(OWN, [data.id])).get(data.id);
        if (known?.empresa_id === data.empresa_id) return 'ya_existe';
        if (known) throw new AppError('numero_de_placa_ocupado', at('id', 'numero_de_placa_ocupado'));
        const issued = await this.boards.registerIn(sub, caller, data);
        credenciales.push(...issued);
        creadas.placas.push(...issued.map(({ placa_id }) => placa_id));
        return 'crear';
      });
    for (const { linea, data } of request.switches)
      await lines.write(tx, { tipo: 'switch', linea }, `${data.zona} - ${data.nombre}`, async (sub) => {
        const placa = (await this.placas.in(sub).byNumbers(caller, [data.dispositivo_id])).get(data.dispositivo_id);
        // A typed number would register a board without credentials: a file names its boards.
        if (placa?.empresa_id !== data.empresa_id)
          throw new AppError('placa_no_disponible', at('dispositivo_id', 'placa_no_disponible'));
        const there = await this.switches.in(sub).ofPlacas(caller, [placa.placa_id], []);
        if (there.some((one) => one.hardware_pin === data.hardware_pin && one.nombre === data.nombre))
          return 'ya_existe';
        const saved = await this.batch.saveIn(sub, caller, [data]);
        creadas.switches.push(...saved.switches.map(({ id }) => id));
        return 'crear';
      });
    return { lineas: lines.lineas, errores: lines.errores, credenciales, creadas };
  }
}

const at = (campo: string, codigo: 'numero_de_placa_ocupado' | 'placa_no_disponible') => ({
  detalles: [{ campo, mensaje: new AppError(codigo).texto }],
});
