import {
  type Canal,
  type Caller,
  type ChannelSave,
  type ChannelUpdate,
  AppError,
  callerEmpresa,
  inWords,
  isOfPerson,
  notFound,
} from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { requireAdmin, invalid } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { detailInWords, type StoredDetail } from '../deliveries/detail.js';
import { COMPANY_CHAT } from '../deliveries/outgoing.js';
import { CompanyNews } from '../field/company-news.js';
import { Reach } from '../reach.js';
import { type Account, TelegramAccounts } from '../telegram/accounts.js';
import { LinkService } from '../telegram/link.service.js';
import { PhonesService } from '../sms/phones.service.js';
import { destinationOf } from './destination.js';
import { texts } from '../textos.js';

/** Encryption context of a sealed webhook secret. */
export const SECRET_CONTEXT = 'canal.secreto';
/** Limit per company. */
const MAX_CHANNELS = 20;
/** First key of the advisory lock; the second is the company. */
const CHANNELS_LOCK = 1_470_001;

type ChannelRow = Omit<Canal, 'secreto' | 'fallo' | 'sin_botones'> & { fallo: StoredDetail; sin_botones: StoredDetail };
type ChannelSettings = Pick<Canal, 'severidad_minima' | 'hora_desde' | 'hora_hasta' | 'escalar_min' | 'activo'>;

const SELECT = `SELECT c.id, c.empresa_id, c.canal, c.destino, c.usuario_id, c.severidad_minima, c.hora_desde, c.hora_hasta,
    c.escalar_min, c.activo, coalesce(d.fallos, 0) AS fallos,
    coalesce(d.detalle_datos, to_jsonb(d.detalle)) AS fallo, coalesce(d.oyente_datos, to_jsonb(d.oyente)) AS sin_botones,
    CASE WHEN c.prueba_a IS NOT NULL THEN c.prueba_dia END AS prueba_dia, c.pruebas_falladas
  FROM canales c LEFT JOIN destinos d USING (empresa_id, canal, destino)`;

const inContract = ({ fallo, sin_botones, ...row }: ChannelRow): Canal => ({
  ...row,
  fallo: detailInWords(fallo),
  sin_botones: detailInWords(sin_botones),
  secreto: null,
});

const WITHOUT_BOT = { fallos: 1, fallo: inWords({ codigo: 'telegram_sin_token' }) };

/** Channels: who receives a company's alarms, which ones, and when. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
    private readonly secrets: SecretBox,
    private readonly links: LinkService,
    private readonly phones: PhonesService,
    private readonly news: CompanyNews,
    private readonly accounts: TelegramAccounts,
  ) {}

  /** The company's own chat comes first; without a bot and a chat id it is no channel. */
  async list(caller: Caller, requested: number | undefined): Promise<Canal[]> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, requested);
    const rows: ChannelRow[] = await this.db.query(
      `${SELECT} WHERE $1::integer IS NULL OR c.empresa_id = $1 ORDER BY c.empresa_id, (c.destino <> $2), c.id`,
      [empresa_id, COMPANY_CHAT],
    );
    const bots = await this.botsOf(rows);
    return rows.flatMap((row) => {
      const bot = bots.get(row.empresa_id);
      if (bot === undefined || row.canal !== 'telegram') return inContract(row);
      if (row.destino === COMPANY_CHAT) return bot === null || bot.chat_id === '' ? [] : inContract(row);
      return bot === null ? { ...inContract(row), ...WITHOUT_BOT } : inContract(row);
    });
  }

  /** The bot of each company, null = none; empty while that is not known. */
  private async botsOf(rows: readonly ChannelRow[]): Promise<ReadonlyMap<number, Account | null>> {
    const bots = new Map<number, Account | null>();
    try {
      for (const { empresa_id } of rows) bots.set(empresa_id, await this.accounts.of(empresa_id));
      return bots;
    } catch {
      return new Map();
    }
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado`, `telegram_sin_vincular`, `telefono_sin_verificar` */
  async create(caller: Caller, request: ChannelSave): Promise<Canal> {
    requireAdmin(caller);
    const { empresa_id, canal } = request;
    await this.reach.objeto(caller, empresa_id, {});
    const usuario_id = isOfPerson(canal) ? await this.reachablePerson(caller, request) : null;
    const destino = usuario_id === null ? destinationOf(request) : `usuario:${usuario_id}`;
    const secreto = canal === 'webhook' ? randomBytes(24).toString('base64url') : null;
    const sealed = secreto === null ? null : this.secrets.encrypt(secreto, SECRET_CONTEXT);
    const settings = settingsOf(request);
    const id = await this.db.transaction(async (tx) => {
      // The lock serialises creations, so that the limit holds.
      await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [CHANNELS_LOCK, empresa_id]);
      const [{ n } = { n: 0 }]: { n: number }[] = await tx.query(
        'SELECT count(*)::int AS n FROM canales WHERE empresa_id = $1 AND destino <> $2',
        [empresa_id, COMPANY_CHAT],
      );
      if (n >= MAX_CHANNELS) throw invalid('destino', texts.tooManyChannels(MAX_CHANNELS));
      const [created]: { id: number }[] = await tx.query(
        `INSERT INTO canales (empresa_id, canal, destino, usuario_id, secreto_cifrado, severidad_minima, hora_desde,
           hora_hasta, escalar_min, activo)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (empresa_id, canal, destino) DO NOTHING RETURNING id`,
        [...[empresa_id, canal, destino, usuario_id, sealed], ...Object.values(settings)],
      );
      if (!created) throw invalid(usuario_id === null ? 'destino' : 'usuario_id', texts.channelTwice);
      await this.auditoria.note(tx, caller, {
        empresa_id,
        accion: 'canal.crear',
        entidad: `canal:${created.id}`,
        nombre: destino,
        antes: null,
        despues: { canal, destino, ...settings },
      });
      return created.id;
    });
    this.news.tellSoon(empresa_id);
    return { ...(await this.get(caller, id)), secreto };
  }

  /** The destination does not change. @throws AppError `no_encontrado` */
  async update(caller: Caller, id: number, request: ChannelUpdate): Promise<Canal> {
    requireAdmin(caller);
    const before = await this.get(caller, id);
    const settings = settingsOf(request);
    await this.db.transaction(async (tx) => {
      await tx.query(
        `UPDATE canales SET severidad_minima = $2, hora_desde = $3, hora_hasta = $4, escalar_min = $5, activo = $6
         WHERE id = $1`,
        [id, ...Object.values(settings)],
      );
      await this.auditoria.note(tx, caller, {
        empresa_id: before.empresa_id,
        accion: 'canal.actualizar',
        entidad: `canal:${id}`,
        nombre: before.destino,
        antes: { ...settingsOf(before) },
        despues: { ...settings },
      });
    });
    return this.get(caller, id);
  }

  /** @throws AppError `no_encontrado`, `canal_fijo` */
  async remove(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id, canal, destino } = await this.get(caller, id);
    if (destino === COMPANY_CHAT) throw new AppError('canal_fijo');
    await this.db.transaction(async (tx) => {
      await tx.query('DELETE FROM canales WHERE id = $1', [id]);
      await this.auditoria.note(tx, caller, {
        empresa_id,
        accion: 'canal.eliminar',
        entidad: `canal:${id}`,
        nombre: destino,
        antes: { canal, destino },
        despues: null,
      });
    });
    this.news.tellSoon(empresa_id);
  }

  private async get(caller: Caller, id: number): Promise<Canal> {
    const [row]: ChannelRow[] = await this.db.query(
      `${SELECT} WHERE c.id = $1 AND ($2::integer IS NULL OR c.empresa_id = $2)`,
      [id, callerEmpresa(caller)],
    );
    if (!row) throw notFound();
    return inContract(row);
  }

  /**
   * @throws AppError `no_encontrado` for a person outside the company, and to its people for an admin_global;
   * `telegram_sin_vincular`, `telefono_sin_verificar`
   */
  private async reachablePerson(caller: Caller, { empresa_id, canal, ...request }: ChannelSave): Promise<number> {
    const usuario_id = request.usuario_id ?? 0;
    const persona = await this.links.memberOf(usuario_id, empresa_id);
    if (!persona || (persona.rol === 'admin_global' && callerEmpresa(caller) !== null)) throw notFound();
    if (canal === 'sms') {
      if ((await this.phones.numberOf(usuario_id)) === null) throw new AppError('telefono_sin_verificar');
    } else if ((await this.links.chatOf(usuario_id)) === null) throw new AppError('telegram_sin_vincular');
    return usuario_id;
  }
}

const settingsOf = (given: ChannelSettings | ChannelUpdate): ChannelSettings => ({
  severidad_minima: given.severidad_minima,
  hora_desde: given.hora_desde ?? null,
  hora_hasta: given.hora_hasta ?? null,
  escalar_min: given.escalar_min,
  activo: given.activo,
});
