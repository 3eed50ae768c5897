import { Outbox } from '@acequia/bus';
import {
  AppError,
  TELEGRAM_TOKEN_CONTEXT,
  DEFAULT_ZONE,
  singleTarifa,
  type AuditedAction,
  type Caller,
  type CallRequest,
  type Empresa,
  type EmpresaProfile,
  type EmpresaSave,
  type EmpresaOption,
  type Pagina,
} from '@acequia/contracts';
import { SecretBox, sqlStateOf } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin, requireGlobal, requireService } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { Transactions } from '../storage/transactions.js';
import { requireVersion } from '../usuarios/usuarios.rules.js';
import type { EmpresaEntity } from '../storage/empresa.entity.js';
import { columnsOf, inContract, inEvent, inProfile, inPortrait } from '../storage/empresa.mapping.js';
import { EmpresaPeople } from './empresa-people.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { isValid } from '../storage/validity.js';

const LOCK_NOT_AVAILABLE = '55P03';

/** Columns that a save changes; includes the sealed token only when a new token was typed. */
type Change = Partial<Omit<EmpresaEntity, 'id' | 'version'>>;

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

  /** JSON of {@link Empresa}s. */
  async list(caller: Caller, pagina: Pagina): Promise<string> {
    requireGlobal(caller);
    return this.empresas.page(caller, pagina);
  }

  /** Companies ordered by name; for an admin_empresa only their own. */
  async selection(caller: Caller): Promise<EmpresaOption[]> {
    requireAdmin(caller);
    return this.empresas.options(caller);
  }

  async get(caller: Caller, id: number): Promise<Empresa> {
    requireAdmin(caller);
    return inContract(await this.empresas.getOrFail(caller, id));
  }

  async profile(caller: Caller, id: number): Promise<EmpresaProfile> {
    return inProfile(await this.empresas.getOrFail(caller, id));
  }

  /** @throws AppError `servicio_no_disponible` while a transaction that may create the company is open */
  async exists(caller: Caller, id: number): Promise<boolean> {
    requireService(caller);
    try {
      return await this.transactions.run((tx) => this.empresas.surelyExists(tx, caller, id));
    } catch (error) {
      if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) throw new AppError('servicio_no_disponible');
      throw error;
    }
  }

  async crear(caller: Caller, data: EmpresaSave): Promise<Empresa> {
    return this.transactions.run((tx) => this.createIn(tx, caller, data));
  }

  /** Within a transaction of the caller. */
  async createIn(tx: EntityManager, caller: Caller, data: EmpresaSave): Promise<Empresa> {
    requireGlobal(caller);
    const columnas = {
      zona_horaria: DEFAULT_ZONE,
      token_telegram_cifrado: null,
      tarifas: null,
      ...columnsOf(data),
      ...this.seal(data.token_telegram),
      version: 1,
    };
    const fila = await this.empresas.in(tx).save(caller, columnas);
    await this.record(tx, caller, 'empresa.crear', null, fila);
    return inContract(fila);
  }

  /** @throws AppError `version_vieja` when `version` is sent and outdated. */
  async actualizar(caller: Caller, request: CallRequest<'empresas.actualizar'>): Promise<Empresa> {
    const { id, ...data } = request;
    return this.change(caller, id, 'empresa.actualizar', (fila) => {
      requireVersion(fila, data.version, inContract(fila));
      return { ...columnsOf(data), ...tarifasAfter(fila, data.tarifa_kwh), ...this.seal(data.token_telegram) };
    });
  }

  async activar(caller: Caller, id: number): Promise<Empresa> {
    return this.change(caller, id, 'empresa.activar', () => ({ activa: true }));
  }

  async desactivar(caller: Caller, id: number): Promise<Empresa> {
    return this.change(caller, id, 'empresa.desactivar', () => ({ activa: false }));
  }

  /** Deletes the company with its users, their sessions and grants; an admin_global of it stays, without a company. */
  async eliminar(caller: Caller, id: number): Promise<void> {
    requireGlobal(caller);
    await this.transactions.run(async (tx) => {
      const fila = await this.empresas.lockRow(tx, caller, id);
      await this.people.dismiss(tx, caller, id);
      await this.empresas.in(tx).delete(caller, { id });
      await this.outbox.emit(tx, 'empresa.eliminada', {
        entidad: `empresa:${id}`,
        rev: fila.version + 1,
        data: { id },
      });
      await this.note(tx, caller, 'empresa.eliminar', id, fila, null);
    });
  }

  private async change(
    caller: Caller,
    id: number,
    accion: AuditedAction,
    change: (fila: EmpresaEntity) => Change,
  ): Promise<Empresa> {
    requireGlobal(caller);
    return this.transactions.run(async (tx) => {
      const antes = await this.empresas.lockRow(tx, caller, id);
      const despues = { ...antes, ...change(antes), version: antes.version + 1 };
      await this.empresas.in(tx).save(caller, despues);
      const now = new Date();
      // Access is refused anyway; ending the sessions keeps them from working again when the company is reopened.
      if (isValid(antes, now) && !isValid(despues, now)) await this.people.endSessions(tx, id);
      await this.record(tx, caller, accion, antes, despues);
      return inContract(despues);
    });
  }

  private seal(token: string): Pick<Change, 'token_telegram_cifrado'> {
    return token === '' ? {} : { token_telegram_cifrado: this.secretos.encrypt(token, TELEGRAM_TOKEN_CONTEXT) };
  }

  /** Emits the event and writes the trail. */
  private async record(
    tx: EntityManager,
    caller: Caller,
    accion: AuditedAction,
    antes: EmpresaEntity | null,
    despues: EmpresaEntity,
  ): Promise<void> {
    await this.outbox.emit(tx, 'empresa.guardada', {
      entidad: `empresa:${despues.id}`,
      rev: despues.version,
      data: inEvent(despues),
    });
    await this.note(tx, caller, accion, despues.id, antes, despues);
  }

  private async note(
    tx: EntityManager,
    caller: Caller,
    accion: AuditedAction,
    id: number,
    antes: EmpresaEntity | null,
    despues: EmpresaEntity | null,
  ): Promise<void> {
    const cambiaToken = antes && despues && antes.token_telegram_cifrado !== despues.token_telegram_cifrado;
    await this.auditoria.note(tx, caller, [
      {
        empresa_id: id,
        accion,
        entidad: `empresa:${id}`,
        nombre: (despues ?? antes)?.nombre ?? '',
        antes: antes && inPortrait(antes),
        despues: despues && { ...inPortrait(despues), ...(cambiaToken && { token_telegram: 'cambiado' }) },
      },
    ]);
  }
}

/**
 * Another single price replaces a calendar. The one that was answered, null for several, keeps it: older clients send it back. Where there
 * was one price, what is contracted in kW stays: it is no price, and its alarm would end unnoticed.
 */
const tarifasAfter = (
  { tarifa_kwh: answered, tarifas }: EmpresaEntity,
  tarifa_kwh: number | null | undefined,
): Pick<Change, 'tarifas'> => {
  if (tarifa_kwh === undefined || tarifa_kwh === answered) return {};
  const demanda_kw = answered === null ? undefined : tarifas?.versiones[0]?.periodos[0]?.demanda_kw;
  if (tarifa_kwh === null || !demanda_kw) return { tarifas: null };
  const { desde, periodos, reglas } = singleTarifa(tarifa_kwh);
  return {
    tarifas: {
      versiones: [
        {
          desde,
          periodos: periodos.map((periodo) => ({ ...periodo, demanda_kw })),
          reglas: reglas.map((regla) => ({ ...regla, dias: [...regla.dias] })),
          festivos: [],
        },
      ],
    },
  };
};
