import { Outbox } from '@acequia/bus';
import {
  tarifasDe,
  type Caller,
  callerEmpresa,
  type CallRequest,
  precioUnico,
  type Tarifas,
  type TarifasDeEmpresa,
  TarifasStored,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { invalid, requireAdmin, requireEmpresa } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import type { EmpresaEntity } from '../storage/empresa.entity.js';
import { inEvent } from '../storage/empresa.mapping.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { Transactions } from '../storage/transactions.js';
import { texts } from '../textos.js';
import { requireVersion } from '../usuarios/usuarios.rules.js';
import { tarifasText } from './tarifas-text.js';

/** A company's prices of a kWh by hour. */
@Injectable()
export class TarifasService {
  constructor(
    private readonly transactions: Transactions,
    private readonly empresas: EmpresasRepository,
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** @throws AppError `datos_invalidos` when a caller without a company names none, `no_encontrado` */
  async read(caller: Caller, { empresa_id }: CallRequest<'tarifas.leer'>): Promise<TarifasDeEmpresa> {
    return inContract(await this.empresas.getOrFail(caller, this.target(caller, empresa_id)));
  }

  /** @throws AppError as `read`, and `version_vieja` when `version` is sent and outdated */
  async save(caller: Caller, request: CallRequest<'tarifas.guardar'>): Promise<TarifasDeEmpresa> {
    const { versiones, version } = request;
    const id = this.target(caller, request.empresa_id ?? undefined);
    return this.transactions.run(async (tx) => {
      const antes = await this.empresas.lockRow(tx, caller, id);
      requireVersion(antes, version, inContract(antes));
      const tarifas = versiones.length === 0 ? null : { versiones };
      const despues: EmpresaEntity = {
        ...antes,
        tarifas,
        tarifa_kwh: tarifas && precioUnico(tarifas),
        version: antes.version + 1,
      };
      await this.empresas.in(tx).save(caller, despues);
      await this.outbox.emit(tx, 'empresa.guardada', {
        entidad: `empresa:${id}`,
        rev: despues.version,
        data: inEvent(despues),
      });
      await this.auditoria.note(tx, caller, [
        {
          empresa_id: id,
          accion: 'empresa.tarifas',
          entidad: `empresa:${id}`,
          nombre: antes.nombre,
          antes: { tarifas: textOf(tarifasDe(antes)) },
          despues: { tarifas: textOf(tarifas) },
        },
      ]);
      return inContract(despues);
    });
  }

  private target(caller: Caller, empresa_id: number | undefined): number {
    requireAdmin(caller);
    const of = empresa_id ?? callerEmpresa(caller);
    if (of === null) throw invalid('empresa_id', texts.whoseTarifas);
    requireEmpresa(caller, of);
    return of;
  }
}

const textOf = (tarifas: Tarifas | null): string => (tarifas === null ? '' : tarifasText(tarifas));

const inContract = (fila: EmpresaEntity): TarifasDeEmpresa => ({
  empresa_id: fila.id,
  zona_horaria: fila.zona_horaria,
  version: fila.version,
  ...TarifasStored.parse(tarifasDe(fila) ?? { versiones: [] }),
});
