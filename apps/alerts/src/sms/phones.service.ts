import { AppError, type Caller, type Persona, type TelefonoEstado } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { createHash, randomInt } from 'node:crypto';
import { DataSource } from 'typeorm';
import { requirePerson } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { Reach } from '../reach.js';
import { inGsm } from './gsm-text.js';
import { SmsDay } from './sms-day.js';
import { SmsTransports } from './sms-transports.js';
import { texts } from './textos.js';

const VALID_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** Codes that a person may ask for within a day, each an SMS that somebody pays. */
const PER_DAY = 5;
/** Wrong codes after which a code is void, and after which a number's replies are not read for an hour. */
const MOST_WRONG = 5;

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
const hashOf = (codigo: string): string => createHash('sha256').update(codigo).digest('hex');

/** People's numbers, each verified by a code that was sent to it. A number is one person's. */
@Injectable()
export class PhonesService {
  constructor(
    private readonly db: DataSource,
    private readonly transports: SmsTransports,
    private readonly day: SmsDay,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
  ) {}

  async estado(caller: Caller): Promise<TelefonoEstado> {
    const { usuario_id } = requirePerson(caller);
    const [row]: { numero: string; desde: number }[] = await this.db.query(
      'SELECT numero, desde::float8 AS desde FROM telefonos WHERE usuario_id = $1',
      [usuario_id],
    );
    const [waiting]: { numero: string }[] = await this.db.query(
      'SELECT numero FROM telefonos_pedidos WHERE usuario_id = $1 AND vence > $2',
      [usuario_id, Date.now()],
    );
    return {
      numero: row?.numero ?? null,
      desde: row?.desde ?? null,
      pendiente: waiting?.numero ?? null,
      disponible: this.transports.isSet ? 1 : 0,
    };
  }

  async numberOf(usuario_id: number): Promise<string | null> {
    const [row]: { numero: string }[] = await this.db.query('SELECT numero FROM telefonos WHERE usuario_id = $1', [
      usuario_id,
    ]);
    return row?.numero ?? null;
  }

  /** Whose number it is, unless it has sent too many wrong codes; null = nobody's that is heard. */
  async ownerOf(numero: string): Promise<number | null> {
    const [row]: { usuario_id: number }[] = await this.db.query(
      'SELECT usuario_id FROM telefonos WHERE numero = $1 AND (errores < $2 OR errores_desde < $3)',
      [numero, MOST_WRONG, Date.now() - HOUR_MS],
    );
    return row?.usuario_id ?? null;
  }

  async wrong(numero: string): Promise<void> {
    await this.db.query(
      `UPDATE telefonos SET errores = CASE WHEN errores_desde < $2 THEN 1 ELSE errores + 1 END,
         errores_desde = CASE WHEN errores_desde < $2 THEN $3 ELSE errores_desde END WHERE numero = $1`,
      [numero, Date.now() - HOUR_MS, Date.now()],
    );
  }

  /** Sends a code; it invalidates the previous one. @throws AppError `sms_no_disponible`, `demasiadas_solicitudes` */
  async pedir(caller: Caller, numero: string): Promise<TelefonoEstado> {
    const { usuario_id, empresa_id } = requirePerson(caller);
    const via = await this.transports.choose();
    if (via === null) throw new AppError('sms_no_disponible');
    const [codigo, now] = [newCode(), Date.now()];
    const [asked]: { pedidos: number }[] = await this.db.query(
      `INSERT INTO telefonos_pedidos AS t (usuario_id, numero, sha256, vence, errores, pedidos, pedidos_desde)
       VALUES ($1, $2, $3, $4, 0, 1, $5)
       ON CONFLICT (usuario_id) DO UPDATE SET numero = $2, sha256 = $3, vence = $4, errores = 0,
         pedidos = CASE WHEN t.pedidos_desde < $6 THEN 1 ELSE t.pedidos + 1 END,
         pedidos_desde = CASE WHEN t.pedidos_desde < $6 THEN $5 ELSE t.pedidos_desde END
       WHERE t.pedidos < $7 OR t.pedidos_desde < $6 RETURNING pedidos`,
      [usuario_id, numero, hashOf(codigo), now + VALID_MS, now, now - 24 * HOUR_MS, PER_DAY],
    );
    if (!asked) throw new AppError('demasiadas_solicitudes');
    if (empresa_id !== null && !(await this.day.take(empresa_id, 1, now))) throw new AppError('demasiadas_solicitudes');
    const clave = `v${now}-${usuario_id}`;
    const result = await this.transports.by(via).send({ clave, numero, texto: inGsm(texts.verify(codigo)) });
    if (result.kind === 'unreached' || result.kind === 'ended') throw new AppError('sms_no_disponible');
    return this.estado(caller);
  }

  /** @throws AppError `codigo_incorrecto` */
  async confirmar(caller: Caller, codigo: string): Promise<TelefonoEstado> {
    const persona = requirePerson(caller);
    const { usuario_id } = persona;
    const right = await this.db.transaction(async (tx) => {
      const [rows] = (await tx.query(
        `UPDATE telefonos_pedidos SET errores = errores + 1
         WHERE usuario_id = $1 AND vence > $2 AND errores < $3 RETURNING numero, sha256`,
        [usuario_id, Date.now(), MOST_WRONG],
      )) as [{ numero: string; sha256: string }[], number];
      const [asked] = rows;
      if (!asked || asked.sha256 !== hashOf(codigo)) return false;
      await tx.query('UPDATE telefonos_pedidos SET vence = 0 WHERE usuario_id = $1', [usuario_id]);
      // Who can read its SMS has the number now.
      await tx.query('DELETE FROM telefonos WHERE numero = $1 AND usuario_id <> $2', [asked.numero, usuario_id]);
      await tx.query(
        `INSERT INTO telefonos (usuario_id, numero, desde) VALUES ($1, $2, $3)
         ON CONFLICT (usuario_id) DO UPDATE SET numero = $2, desde = $3, errores = 0`,
        [usuario_id, asked.numero, Date.now()],
      );
      await this.note(tx, persona, 'usuario.verificar_telefono');
      return true;
    });
    if (!right) throw new AppError('codigo_incorrecto');
    return this.estado(caller);
  }

  async remove(caller: Caller): Promise<void> {
    const persona = requirePerson(caller);
    await this.db.transaction(async (tx) => {
      await tx.query('UPDATE telefonos_pedidos SET vence = 0 WHERE usuario_id = $1', [persona.usuario_id]);
      const [, gone] = (await tx.query('DELETE FROM telefonos WHERE usuario_id = $1', [persona.usuario_id])) as [
        unknown,
        number,
      ];
      if (gone > 0) await this.note(tx, persona, 'usuario.quitar_telefono');
    });
  }

  private async note(
    tx: Parameters<AuditoriaService['note']>[0],
    persona: Persona,
    accion: 'usuario.verificar_telefono' | 'usuario.quitar_telefono',
  ): Promise<void> {
    const { usuario_id, empresa_id } = persona;
    const nombre = await this.reach.nameOf(usuario_id);
    const entidad = `usuario:${usuario_id}`;
    await this.auditoria.note(tx, persona, { empresa_id, accion, entidad, nombre, antes: null, despues: null });
  }
}
