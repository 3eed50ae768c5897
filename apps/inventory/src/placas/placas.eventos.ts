import { Outbox } from '@acequia/bus';
import type { AccionAuditada, Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import type { PlacaEntity } from './placa.entity.js';

/** A board for the trail: that it has a credential is told, the credential is not. */
export const retratoDePlaca = (placa: PlacaEntity): Retrato => ({
  numero: placa.numero,
  empresa_id: placa.empresa_id,
  nombre: placa.nombre,
  modelo: placa.modelo,
  dialecto: placa.dialecto,
  revocada: placa.revocada,
  credencial_definida: placa.credencial_sha256 === null ? 0 : 1,
});

/** Boards need no name: people then call them by their number. */
const nombreDe = ({ nombre, numero }: PlacaEntity): string => nombre || String(numero);

/** Tells the other services and the trail what became of a board, in the transaction that did it. */
@Injectable()
export class PlacasEventos {
  constructor(
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  async guardadas(
    tx: EntityManager,
    caller: Caller,
    accion: AccionAuditada,
    cambios: readonly { antes: Retrato | null; placa: PlacaEntity }[],
  ): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'placa.guardada',
      cambios.map(({ placa }) => {
        const { placa_id, numero, empresa_id, dialecto, revocada, version } = placa;
        const { credencial_sha256, credencial_cifrada, credenciales_anteriores } = placa;
        const acceso = { revocada, credencial_sha256, credencial_cifrada, credenciales_anteriores };
        const data = { placa_id, numero, empresa_id, dialecto, ...acceso };
        return { entidad: `placa:${placa_id}`, rev: version, data };
      }),
    );
    await this.auditoria.anotar(
      tx,
      caller,
      cambios.map(({ antes, placa }) => ({
        empresa_id: placa.empresa_id,
        accion,
        entidad: `placa:${placa.placa_id}`,
        nombre: nombreDe(placa),
        antes,
        despues: retratoDePlaca(placa),
      })),
    );
  }

  async eliminadas(tx: EntityManager, caller: Caller, placas: readonly PlacaEntity[]): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'placa.eliminada',
      placas.map(({ placa_id, version }) => ({ entidad: `placa:${placa_id}`, rev: version + 1, data: { placa_id } })),
    );
    await this.auditoria.anotar(
      tx,
      caller,
      placas.map((placa) => ({
        empresa_id: placa.empresa_id,
        accion: 'placa.eliminar',
        entidad: `placa:${placa.placa_id}`,
        nombre: nombreDe(placa),
        antes: retratoDePlaca(placa),
        despues: null,
      })),
    );
  }
}
