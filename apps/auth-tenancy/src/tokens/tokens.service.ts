import { randomBytes } from 'node:crypto';
import {
  AppError,
  type Caller,
  callerEmpresa,
  notFound,
  type Persona,
  type Token,
  TOKEN_LIFE_MAX_MS,
  TOKEN_PREFIX,
  type TokenCreado,
  type TokenSave,
  TOKENS_MAX,
  type ValidToken,
} from '@acequia/contracts';
import { hashOfToken, requirePerson, SessionInvalidator } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { invalid, requireAdmin, requireGlobal, requireService } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { Transactions } from '../storage/transactions.js';
import { isValid } from '../storage/validity.js';
import { type StoredToken, TokensRepository } from '../storage/tokens.repository.js';

const TOKEN_BYTES = 32;

/** The companies for which it works now: those that are in force and that its maker may administer at this moment. */
export const worksFor = ({ activo, rol, usuario_empresa, empresas }: StoredToken, now: Date): number[] => {
  if (!activo || rol === 'usuario') return [];
  const may = (id: number): boolean => rol === 'admin_global' || id === usuario_empresa;
  return empresas.filter((empresa) => may(empresa.id) && isValid(empresa, now)).map(({ id }) => id);
};

const inContract = (caller: Caller, stored: StoredToken): Token => {
  const { id, nombre, permisos, sitios, max_s, vence, creado, usado, usuario_id, usuario_nombre } = stored;
  const own = callerEmpresa(caller);
  const now = new Date();
  const works = vence <= now ? 'vencido' : worksFor(stored, now).length > 0 ? 'vigente' : 'sin_efecto';
  return {
    id,
    nombre,
    empresas: stored.empresas.map((empresa) => empresa.id).filter((empresa) => own === null || empresa === own),
    permisos,
    sitios,
    max_s,
    vence: vence.getTime(),
    creado_ts: creado.getTime(),
    usado,
    usuario_id,
    usuario_nombre,
    estado: works,
  };
};

const portrait = ({ nombre, permisos, sitios, max_s, vence, empresas }: StoredToken) => ({
  nombre,
  empresas: empresas.map(({ id }) => id),
  permisos: permisos.join(', '),
  sitios: sitios && sitios.join(', '),
  max_s,
  vence: vence.toISOString(),
});

/** Tokens for programs: made and revoked by administrators. A token never does more than its maker may at that moment (docs/adr/0022). */
@Injectable()
export class TokensService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: TokensRepository,
    private readonly empresas: EmpresasRepository,
    private readonly auditoria: AuditoriaService,
    private readonly invalidator: SessionInvalidator,
  ) {}

  async list(caller: Caller, empresa_id: number | undefined): Promise<Token[]> {
    requireAdmin(caller);
    if (empresa_id !== undefined) await this.empresas.getOrFail(caller, empresa_id);
    return (await this.tokens.list(caller, empresa_id)).map((stored) => inContract(caller, stored));
  }

  /**
   * The answer holds the token, which is not stored and never shown again.
   * @throws AppError `datos_invalidos`, `sin_permiso`, `no_encontrado` for a foreign company, `limite_tokens`
   */
  async create(caller: Caller, request: TokenSave): Promise<TokenCreado> {
    const { usuario_id } = maker(caller);
    const empresas = this.empresasOf(caller, request);
    const vence = endOf(request.vence);
    const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
    const { nombre, permisos, sitios, max_s } = request;
    return this.transactions.run(async (tx) => {
      // The rows' locks make the count exact; in order of id, as everywhere in this service.
      for (const id of [...empresas].sort((a, b) => a - b)) await this.empresas.lockRow(tx, caller, id);
      if ((await this.tokens.counts(tx, empresas)).some((n) => n >= TOKENS_MAX)) throw new AppError('limite_tokens');
      const row = { nombre, hash: hashOfToken(token), permisos, sitios, max_s, vence, usuario_id };
      const id = await this.tokens.add(tx, row, empresas);
      const stored = await this.tokens.lockRow(tx, caller, id);
      if (!stored) throw notFound();
      await this.note(tx, caller, 'token.crear', stored);
      return { ...inContract(caller, stored), token };
    });
  }

  /** @throws AppError `no_encontrado` for a foreign and for an absent id; `puesto_por_la_plataforma` for one of several companies */
  async revoke(caller: Caller, id: number): Promise<void> {
    maker(caller);
    await this.transactions.run(async (tx) => {
      const stored = await this.tokens.lockRow(tx, caller, id);
      if (!stored) throw notFound();
      if (callerEmpresa(caller) !== null && stored.empresas.length > 1) throw new AppError('puesto_por_la_plataforma');
      await this.tokens.delete(tx, id);
      await this.note(tx, caller, 'token.revocar', stored);
      this.transactions.afterCommit(tx, () => this.invalidator.endToken(stored.hash));
    });
  }

  /** What a token may do now; null = nothing. */
  async open(caller: Caller, hash: string): Promise<ValidToken | null> {
    requireService(caller);
    const stored = await this.tokens.opened(hash);
    const now = new Date();
    if (!stored || stored.vence <= now) return null;
    const empresas = worksFor(stored, now);
    if (empresas.length === 0) return null;
    const { id, nombre, permisos, sitios, max_s, usuario_id, vence } = stored;
    return { id, nombre, permisos, sitios, max_s, usuario_id, empresas, vence: vence.getTime() };
  }

  private empresasOf(caller: Caller, { empresa_id, empresas }: TokenSave): readonly number[] {
    if (empresas !== undefined) {
      if (empresas.some((id) => id !== callerEmpresa(caller))) requireGlobal(caller);
      return empresas;
    }
    const one = empresa_id ?? callerEmpresa(caller);
    if (one === null) throw invalid('empresa_id', 'Elige la empresa');
    return [one];
  }

  /** One entry for each company: each reads the trail of its own. */
  private note(
    tx: Parameters<AuditoriaService['note']>[0],
    caller: Caller,
    accion: 'token.crear' | 'token.revocar',
    stored: StoredToken,
  ): Promise<void> {
    const { id, nombre, empresas } = stored;
    const whole = portrait(stored);
    return this.auditoria.note(
      tx,
      caller,
      empresas.map((empresa) => {
        const told = { ...whole, empresas: [empresa.id] };
        const [antes, despues] = accion === 'token.crear' ? [null, told] : [told, null];
        return { empresa_id: empresa.id, accion, entidad: `token:${id}`, nombre, antes, despues };
      }),
    );
  }
}

/** A person who administers; a token makes no tokens. */
const maker = (caller: Caller): Persona => {
  requireAdmin(caller);
  const person = requirePerson(caller);
  if (person.token) throw new AppError('sin_permiso');
  return person;
};

const endOf = (vence: number): Date => {
  const now = Date.now();
  if (vence <= now) throw invalid('vence', 'Debe ser un momento que no haya pasado');
  if (vence > now + TOKEN_LIFE_MAX_MS) throw invalid('vence', 'A lo más dos años');
  return new Date(vence);
};
