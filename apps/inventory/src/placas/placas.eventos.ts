import type { AuditedAction, Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditPortrait } from '@acequia/service-kit';
import { Occurrences } from '../auditoria/occurrences.js';
import type { PlacaEntity } from './placa.entity.js';

/** A board for the audit trail: shows whether it has a credential, never the credential. */
export const placaPortrait = (placa: PlacaEntity): AuditPortrait => ({
  numero: placa.numero,
  empresa_id: placa.empresa_id,
  nombre: placa.nombre,
  sitio: placa.sitio,
  modelo: placa.modelo,
  dialecto: placa.dialecto,
  revocada: placa.revocada,
  credencial_definida: placa.credencial_sha256 === null ? 0 : 1,
});

/** A board without a name appears under its number. */
const nameOf = ({ nombre, numero }: PlacaEntity): string => nombre || String(numero);

const aboutPlaca = (placa: PlacaEntity) => ({
  entidad: `placa:${placa.placa_id}`,
  empresa_id: placa.empresa_id,
  nombre: nameOf(placa),
});

/** Emits changes of boards for the other services and the audit trail. */
@Injectable()
export class PlacasEvents {
  constructor(private readonly occurrences: Occurrences) {}

  async saved(
    tx: EntityManager,
    caller: Caller,
    accion: AuditedAction,
    cambios: readonly { antes: AuditPortrait | null; placa: PlacaEntity }[],
  ): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'placa.guardada',
      cambios.map(({ antes, placa }) => {
        const { placa_id, numero, empresa_id, nombre, sitio, dialecto, revocada, version: rev } = placa;
        const { credencial_sha256, credencial_cifrada, credenciales_anteriores } = placa;
        const acceso = { revocada, credencial_sha256, credencial_cifrada, credenciales_anteriores };
        const data = { placa_id, numero, empresa_id, nombre, sitio, dialecto, ...acceso };
        return { ...aboutPlaca(placa), rev, data, accion, antes, despues: placaPortrait(placa) };
      }),
    );
  }

  async deleted(tx: EntityManager, caller: Caller, placas: readonly PlacaEntity[]): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'placa.eliminada',
      placas.map((placa) => ({
        ...aboutPlaca(placa),
        rev: placa.version + 1,
        data: { placa_id: placa.placa_id },
        accion: 'placa.eliminar',
        antes: placaPortrait(placa),
        despues: null,
      })),
    );
  }
}
