import { Outbox } from '@acequia/bus';
import {
  CONTEXTO_TOKEN_TELEGRAM,
  ZONA_POR_OMISION,
  type AccionAuditada,
  type Caller,
  type CallRequest,
  type Empresa,
  type EmpresaFicha,
  type EmpresaGuardar,
  type EmpresaOpcion,
} from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exigirAdmin, exigirGlobal } from '../acceso.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { Transactions } from '../transactions.js';
import { exigirVersion } from '../usuarios/usuarios.rules.js';
import type { EmpresaEntity } from './empresa.entity.js';
import { columnasDe, enContrato, enEvento, enFicha, enRetrato } from './empresa.mapping.js';
import { EmpresaPeople } from './empresa-people.js';
import { EmpresasRepository } from './empresas.repository.js';
import { estaVigente } from './vigencia.js';

/** Columns that a save changes; the sealed token only when a new one was typed. */
type Cambio = Partial<Omit<EmpresaEntity, 'id' | 'version'>>;

@Injectable()
export class EmpresasService {
  constructor(
    private readonly transactions: Transactions,
    private readonly empresas: EmpresasRepository,
    private readonly people: EmpresaPeople,
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
    private readonly secretos: SecretBox,
  ) {}

  async listar(caller: Caller): Promise<Empresa[]> {
    exigirGlobal(caller);
    return (await this.empresas.find(caller, { order: { id: 'ASC' } })).map(enContrato);
  }

  /** By name; for an admin_empresa only their own. */
  async seleccion(caller: Caller): Promise<EmpresaOpcion[]> {
    exigirAdmin(caller);
    const filas = await this.empresas.find(caller, {
      select: { id: true, nombre: true },
      order: { nombre: 'ASC', id: 'ASC' },
    });
    return filas.map(({ id, nombre }) => ({ id, nombre }));
  }

  async obtener(caller: Caller, id: number): Promise<Empresa> {
    exigirAdmin(caller);
    return enContrato(await this.empresas.getOrFail(caller, id));
  }

  async ficha(caller: Caller, id: number): Promise<EmpresaFicha> {
    return enFicha(await this.empresas.getOrFail(caller, id));
  }

  async crear(caller: Caller, datos: EmpresaGuardar): Promise<Empresa> {
    exigirGlobal(caller);
    const columnas = {
      zona_horaria: ZONA_POR_OMISION,
      token_telegram_cifrado: null,
      ...columnasDe(datos),
      ...this.sellar(datos.token_telegram),
      version: 1,
    };
    return this.transactions.run(async (tx) => {
      const fila = await this.empresas.in(tx).save(caller, columnas);
      await this.contar(tx, caller, 'empresa.crear', null, fila);
      return enContrato(fila);
    });
  }

  /** @throws AppError `version_vieja` when `version` is sent and stale. */
  async actualizar(caller: Caller, pedido: CallRequest<'empresas.actualizar'>): Promise<Empresa> {
    const { id, ...datos } = pedido;
    return this.cambiar(caller, id, 'empresa.actualizar', (fila) => {
      exigirVersion(fila, datos.version, enContrato(fila));
      return { ...columnasDe(datos), ...this.sellar(datos.token_telegram) };
    });
  }

  async activar(caller: Caller, id: number): Promise<Empresa> {
    return this.cambiar(caller, id, 'empresa.activar', () => ({ activa: true }));
  }

  async desactivar(caller: Caller, id: number): Promise<Empresa> {
    return this.cambiar(caller, id, 'empresa.desactivar', () => ({ activa: false }));
  }

  /** With its users, their sessions and grants; an admin_global who belonged to it stays, without a company. */
  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirGlobal(caller);
    await this.transactions.run(async (tx) => {
      const fila = await this.empresas.bloquear(tx, caller, id);
      await this.people.despedir(tx, caller, id);
      await this.empresas.in(tx).delete(caller, { id });
      await this.outbox.emit(tx, 'empresa.eliminada', {
        entidad: `empresa:${id}`,
        rev: fila.version + 1,
        data: { id },
      });
      await this.anotar(tx, caller, 'empresa.eliminar', id, fila, null);
    });
  }

  private async cambiar(
    caller: Caller,
    id: number,
    accion: AccionAuditada,
    change: (fila: EmpresaEntity) => Cambio,
  ): Promise<Empresa> {
    exigirGlobal(caller);
    return this.transactions.run(async (tx) => {
      const antes = await this.empresas.bloquear(tx, caller, id);
      const despues = { ...antes, ...change(antes), version: antes.version + 1 };
      await this.empresas.in(tx).save(caller, despues);
      const ahora = new Date();
      // Its people would be refused anyway; reopening it later must not bring their old sessions back.
      if (estaVigente(antes, ahora) && !estaVigente(despues, ahora)) await this.people.sacar(tx, id);
      await this.contar(tx, caller, accion, antes, despues);
      return enContrato(despues);
    });
  }

  private sellar(token: string): Pick<Cambio, 'token_telegram_cifrado'> {
    return token === '' ? {} : { token_telegram_cifrado: this.secretos.encrypt(token, CONTEXTO_TOKEN_TELEGRAM) };
  }

  /** Tells the other services and the trail. */
  private async contar(
    tx: EntityManager,
    caller: Caller,
    accion: AccionAuditada,
    antes: EmpresaEntity | null,
    despues: EmpresaEntity,
  ): Promise<void> {
    await this.outbox.emit(tx, 'empresa.guardada', {
      entidad: `empresa:${despues.id}`,
      rev: despues.version,
      data: enEvento(despues),
    });
    await this.anotar(tx, caller, accion, despues.id, antes, despues);
  }

  private async anotar(
    tx: EntityManager,
    caller: Caller,
    accion: AccionAuditada,
    id: number,
    antes: EmpresaEntity | null,
    despues: EmpresaEntity | null,
  ): Promise<void> {
    const cambiaToken = antes && despues && antes.token_telegram_cifrado !== despues.token_telegram_cifrado;
    await this.auditoria.anotar(tx, caller, [
      {
        empresa_id: id,
        accion,
        entidad: `empresa:${id}`,
        nombre: (despues ?? antes)?.nombre ?? '',
        antes: antes && enRetrato(antes),
        despues: despues && { ...enRetrato(despues), ...(cambiaToken && { token_telegram: 'cambiado' }) },
      },
    ]);
  }
}
