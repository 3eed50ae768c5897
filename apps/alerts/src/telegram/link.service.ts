import { Bus } from '@acequia/bus';
import { type Caller, type Persona, sistema, type TelegramCode } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { createHash, randomInt } from 'node:crypto';
import { DataSource } from 'typeorm';
import { requirePerson } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';

const YO = sistema('alerts');
const VALID_MS = 10 * 60_000;
/** Without characters that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LARGO = 10;

const hashOf = (codigo: string): string => createHash('sha256').update(codigo.toUpperCase()).digest('hex');

/** Links between Telegram accounts and people. */
@Injectable()
export class LinkService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** When the caller's Telegram was linked; null = it is not. */
  async linkedSince(caller: Caller): Promise<number | null> {
    const [link]: { desde: string }[] = await this.db.query('SELECT desde FROM vinculos WHERE usuario_id = $1', [
      requirePerson(caller).usuario_id,
    ]);
    return link ? Number(link.desde) : null;
  }

  /** The person's private chat, whose id is their Telegram id; null = not linked. */
  async chatOf(usuario_id: number): Promise<string | null> {
    const [link]: { telegram_id: string }[] = await this.db.query(
      'SELECT telegram_id FROM vinculos WHERE usuario_id = $1',
      [usuario_id],
    );
    return link?.telegram_id ?? null;
  }

  /** The person's current rights in a company; null = none. */
  async memberOf(usuario_id: number, empresa_id: number): Promise<(Persona & { nombre: string }) | null> {
    const persona = await this.identity(usuario_id);
    return persona && reaches(persona, [empresa_id]) ? persona : null;
  }

  /** A new code; it invalidates the previous one. */
  async codigo(caller: Caller): Promise<TelegramCode> {
    const { usuario_id } = requirePerson(caller);
    const codigo = Array.from({ length: LARGO }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    const vence = Date.now() + VALID_MS;
    await this.db.query(
      `INSERT INTO codigos (usuario_id, sha256, vence) VALUES ($1, $2, $3)
       ON CONFLICT (usuario_id) DO UPDATE SET sha256 = $2, vence = $3`,
      [usuario_id, hashOf(codigo), vence],
    );
    return { codigo, vence, vinculado_desde: await this.linkedSince(caller) };
  }

  async desvincular(caller: Caller): Promise<void> {
    const persona = requirePerson(caller);
    await this.db.transaction(async (tx) => {
      await tx.query('DELETE FROM codigos WHERE usuario_id = $1', [persona.usuario_id]);
      const [, gone] = (await tx.query('DELETE FROM vinculos WHERE usuario_id = $1', [persona.usuario_id])) as [
        unknown,
        number,
      ];
      if (gone > 0) await this.note(tx, persona, 'usuario.desvincular_telegram');
    });
  }

  /** Redeems a code sent to a bot of these companies: the person's name, or null for an invalid code. */
  async vincular(text: string, telegram_id: number, empresas: readonly number[]): Promise<string | null> {
    const codigo = /^(?:\/start\s+)?([A-Za-z0-9]{10})$/.exec(text.trim())?.[1];
    if (!codigo) return null;
    const [fila]: { usuario_id: number }[] = await this.db.query(
      'SELECT usuario_id FROM codigos WHERE sha256 = $1 AND vence > $2',
      [hashOf(codigo), Date.now()],
    );
    if (!fila) return null;
    const persona = await this.identity(fila.usuario_id);
    if (!persona || !reaches(persona, empresas)) return null;
    await this.db.transaction(async (tx) => {
      await tx.query('DELETE FROM codigos WHERE usuario_id = $1', [fila.usuario_id]);
      await tx.query(
        `INSERT INTO vinculos (usuario_id, telegram_id, desde) VALUES ($1, $2, $3)
         ON CONFLICT (usuario_id) DO UPDATE SET telegram_id = $2, desde = $3`,
        [fila.usuario_id, telegram_id, Date.now()],
      );
      await this.note(tx, persona, 'usuario.vincular_telegram');
    });
    return persona.nombre;
  }

  /** The current rights in a company of a Telegram account's person; null = none. */
  async personaOf(telegram_id: number, empresa_id: number): Promise<(Persona & { nombre: string }) | null> {
    const rows: { usuario_id: number }[] = await this.db.query(
      'SELECT usuario_id FROM vinculos WHERE telegram_id = $1 ORDER BY desde DESC LIMIT 5',
      [telegram_id],
    );
    for (const { usuario_id } of rows) {
      const persona = await this.memberOf(usuario_id, empresa_id);
      if (persona) return persona;
    }
    return null;
  }

  private async identity(usuario_id: number): Promise<(Persona & { nombre: string }) | null> {
    try {
      const { nombre, rol, empresa_id, activo } = await this.bus.call('usuarios.identidad', { id: usuario_id }, YO);
      return activo ? { tipo: 'persona', usuario_id, rol, empresa_id, sid: 'telegram', nombre } : null;
    } catch (error) {
      if ((error as { codigo?: unknown }).codigo === 'no_encontrado') return null;
      throw error;
    }
  }

  private async note(
    tx: Parameters<AuditoriaService['note']>[0],
    persona: Persona & { nombre?: string },
    accion: 'usuario.vincular_telegram' | 'usuario.desvincular_telegram',
  ): Promise<void> {
    const { usuario_id, empresa_id, nombre = '' } = persona;
    const entidad = `usuario:${usuario_id}`;
    await this.auditoria.note(tx, persona, { empresa_id, accion, entidad, nombre, antes: null, despues: null });
  }
}

const reaches = ({ rol, empresa_id }: Persona, empresas: readonly number[]): boolean =>
  rol === 'admin_global' || (empresa_id !== null && empresas.includes(empresa_id));
