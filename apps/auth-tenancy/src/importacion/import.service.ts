import { Bus } from '@acequia/bus';
import {
  AppError,
  type Caller,
  callerEmpresa,
  type EmpresaSave,
  type Importacion,
  type ImportError,
  type ImportItem,
  type ImportResultado,
  type ImportTipo,
  type InventoryImport,
  type InventoryImported,
  lineError,
  readFila,
  type UsuarioSave,
  zodSentence,
} from '@acequia/contracts';
import { ImportLines, keepOrUndo, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { invalid, OWN, requireAdmin } from '../access.js';
import { NOTHING } from '../asignaciones/assignables.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { PasswordHasher } from '../sessions/password-hasher.js';
import { Transactions } from '../storage/transactions.js';
import { UsuarioWriter } from '../usuarios/usuario-writer.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';
import { targetEmpresa } from '../usuarios/usuarios.rules.js';
import { texts } from '../textos.js';

type ItemOf<K extends ImportTipo> = Extract<ImportItem, { tipo: K }>;
/** A password that is shown once, and its hash. */
interface NewPassword {
  password: string;
  clave_hash: string;
}
type Target = Omit<InventoryImport['empresas'][number], 'nueva'> & { nueva: 0 | 1 };

/** What an import has gathered so far. */
class Progress extends ImportLines {
  /** @param passwords by line; null = a trial, which keeps nothing and needs none */
  constructor(
    errores: ImportError[],
    readonly passwords: ReadonlyMap<number, NewPassword> | null,
  ) {
    super(errores);
  }

  readonly claves: ImportResultado['claves'] = [];
  /** By the company's name, in lower case. */
  readonly empresas = new Map<string, Target>();
}

/**
 * A file of companies, users, boards and switches: all of it or nothing. This service writes companies and users in its transaction, then
 * asks inventory to write the rest in one of its own, and commits last; when that fails, inventory is asked to undo its part. Trying and
 * applying take the same way, so that a preview tells the truth. An import is tried before it is applied: passwords, which take long to
 * hash, are hashed between the two, for a file without errors and while no row is locked.
 */
@Injectable()
export class ImportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly empresas: EmpresasRepository,
    private readonly companies: EmpresasService,
    private readonly usuarios: UsuariosRepository,
    private readonly writer: UsuarioWriter,
    private readonly hasher: PasswordHasher,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async import(caller: Caller, { filas, aplicar }: Importacion): Promise<ImportResultado> {
    requireAdmin(caller);
    const read = filas.map((fila) => readFila(fila, zodSentence as never));
    const items = read.flatMap((one) => ('item' in one ? [one.item] : []));
    const wrong = read.flatMap((one) => ('errores' in one ? one.errores : []));
    const trial = await this.attempt(caller, items, wrong, null);
    if (aplicar === 0 || trial.errores.length > 0) return trial;
    return this.attempt(caller, items, wrong, await this.passwordsOf(items, trial));
  }

  private async attempt(
    caller: Caller,
    items: readonly ImportItem[],
    wrong: readonly ImportError[],
    passwords: ReadonlyMap<number, NewPassword> | null,
  ): Promise<ImportResultado> {
    let created: InventoryImported['creadas'] | undefined;
    const write = async (tx: EntityManager) => {
      const progress = new Progress([...wrong], passwords);
      await this.writePeople(tx, caller, items, progress);
      const applies = passwords !== null && progress.errores.length === 0;
      const rest = await this.askInventory(caller, items, progress, applies);
      const errores = [...progress.errores, ...rest.errores].sort((a, b) => a.linea - b.linea);
      const kept = applies && errores.length === 0;
      const result: ImportResultado = {
        aplicado: kept ? 1 : 0,
        lineas: [...progress.lineas, ...rest.lineas].sort((a, b) => a.linea - b.linea),
        errores,
        credenciales: kept ? rest.credenciales : [],
        claves: kept ? progress.claves : [],
      };
      if (kept) created = rest.creadas;
      return { result, kept };
    };
    try {
      return await keepOrUndo((work) => this.transactions.run(work), write);
    } catch (error) {
      // With an unknown outcome the first part may stand: it keeps what belongs to it.
      const unknown = error instanceof AppError && error.codigo === 'resultado_desconocido';
      if (created && !unknown) await this.undo(caller, created);
      throw error;
    }
  }

  private async writePeople(
    tx: EntityManager,
    caller: Caller,
    items: readonly ImportItem[],
    progress: Progress,
  ): Promise<void> {
    for (const { id, nombre, activa, zona_horaria } of await this.empresas
      .in(tx)
      .find(caller, { order: { id: 'DESC' } }))
      progress.empresas.set(nombre.toLowerCase(), { id, nombre, activa: activa ? 1 : 0, zona_horaria, nueva: 0 });
    for (const item of items) if (item.tipo === 'empresa') await this.company(tx, caller, item, progress);
    for (const item of items) if (item.tipo === 'usuario') await this.person(tx, caller, item, progress);
  }

  private company(tx: EntityManager, caller: Caller, item: ItemOf<'empresa'>, progress: Progress): Promise<void> {
    const { data } = item;
    return progress.write(tx, item, data.nombre, async (sub) => {
      if (progress.empresas.has(data.nombre.toLowerCase())) return 'ya_existe';
      const { id, nombre, activa, zona_horaria } = await this.companies.createIn(
        sub,
        caller,
        data satisfies EmpresaSave,
      );
      progress.empresas.set(nombre.toLowerCase(), { id, nombre, activa, zona_horaria, nueva: 1 });
      return 'crear';
    });
  }

  private person(tx: EntityManager, caller: Caller, item: ItemOf<'usuario'>, progress: Progress): Promise<void> {
    const { nombre, email, rol, activo } = item.data;
    return progress.write(tx, item, nombre, async (sub) => {
      const empresa = this.targetOf(caller, item, progress);
      const empresa_id = targetEmpresa(caller, { ...item.data, empresa_id: empresa?.id ?? null } satisfies UsuarioSave);
      const known = await this.usuarios.in(sub).findOne(OWN, { where: { email } });
      const isTheirs = callerEmpresa(caller) === null || known?.rol !== 'admin_global';
      if (known && isTheirs && known.empresa_id === empresa_id) return 'ya_existe';
      if (known) throw invalid('email', new AppError('email_duplicado').texto);
      const { password, clave_hash } = await this.passwordFor(item, progress);
      await this.writer.createIn(
        sub,
        caller,
        { nombre, email, clave_hash, rol, empresa_id, activo: activo === 1 },
        NOTHING,
      );
      progress.claves.push({ email, password });
      return 'crear';
    });
  }

  /** By line, of the people whom the trial would have made. */
  private async passwordsOf(
    items: readonly ImportItem[],
    { lineas }: ImportResultado,
  ): Promise<ReadonlyMap<number, NewPassword>> {
    const made = new Set(lineas.filter(({ accion }) => accion === 'crear').map(({ linea }) => linea));
    const passwords = new Map<number, NewPassword>();
    for (const item of items)
      if (item.tipo === 'usuario' && made.has(item.linea)) passwords.set(item.linea, await this.newPassword());
    return passwords;
  }

  private async passwordFor(item: ItemOf<'usuario'>, { passwords }: Progress): Promise<NewPassword> {
    if (!passwords) return { password: '', clave_hash: '' };
    // Absent when a person of that address was deleted since the trial.
    return passwords.get(item.linea) ?? this.newPassword();
  }

  /** A file holds no passwords: this one is shown once, and changed in Mi cuenta. */
  private async newPassword(): Promise<NewPassword> {
    const password = randomBytes(12).toString('base64url');
    return { password, clave_hash: await this.hasher.hash(password) };
  }

  /** The company that a line names; for an admin_empresa an empty cell is their own. */
  private targetOf(caller: Caller, { empresa }: ImportItem, { empresas }: Progress): Target | null {
    const own = caller.tipo === 'persona' && caller.rol === 'admin_empresa';
    if (empresa === '') return own ? ([...empresas.values()][0] ?? null) : null;
    const target = empresas.get(empresa.toLowerCase());
    if (!target) throw invalid('empresa_id', texts.noSuchEmpresa);
    return target;
  }

  private async askInventory(
    caller: Caller,
    items: readonly ImportItem[],
    progress: Progress,
    aplicar: boolean,
  ): Promise<InventoryImported> {
    const used = new Map<number, Target>();
    const request: InventoryImport = { empresas: [], placas: [], switches: [], aplicar: aplicar ? 1 : 0 };
    for (const item of items) {
      if (item.tipo !== 'placa' && item.tipo !== 'switch') continue;
      const { linea, tipo } = item;
      try {
        const target = this.targetOf(caller, item, progress);
        if (!target) throw invalid('empresa_id', texts.nameEmpresa);
        used.set(target.id, target);
        if (tipo === 'placa') request.placas.push({ linea, data: { ...item.data, empresa_id: target.id } });
        else request.switches.push({ linea, data: { ...item.data, empresa_id: target.id } });
      } catch (error) {
        progress.errores.push(lineError(tipo, linea, error));
        request.aplicar = 0;
      }
    }
    request.empresas = [...used.values()];
    if (used.size === 0) return { lineas: [], errores: [], credenciales: [], creadas: { placas: [], switches: [] } };
    return this.bus.call('inventario.importar', request, caller);
  }

  private async undo(caller: Caller, created: InventoryImported['creadas']): Promise<void> {
    try {
      await this.bus.call('inventario.deshacer_importacion', created, caller);
    } catch (error) {
      this.logger.error({ err: error, created }, 'an import was not kept, and its boards and switches are left');
    }
  }
}
