import {
  type Caller,
  type Condicion,
  CONDICIONES,
  type GuardiaCondicion,
  notFound,
  type Persona,
} from '@acequia/contracts';
import { REDIS_DURABLE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireGlobal, requirePerson } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { Reach } from '../reach.js';
import { PLATFORM } from '../rota/rota.js';
import { RotaRepository } from '../rota/rota.repository.js';
import { newCode } from './phones.service.js';
import { CODE_VALID_MS } from './sms.repository.js';
import { LinkService } from '../telegram/link.service.js';

/** Redis hash: condition → since when, ms, and whether the operator was notified. */
export const CONDITIONS_KEY = 'acequia:condiciones';
/** Longer than any code counts, ms. */
const KEPT_MS = 90 * 86_400_000;

/** Who was told of a condition, and the first to acknowledge it. */
const TOLD = `SELECT condicion, usuario_id, lugar, dicho IS NOT NULL AS "isTold", reconocido::float8 AS reconocido FROM guardia_condiciones
  WHERE (condicion, desde) IN (SELECT * FROM unnest($1::text[], $2::bigint[])) ORDER BY lugar, reconocido`;
/** The newest of a person's codes that still counts. */
const BY_CODE = `SELECT c.condicion, c.desde::float8 AS desde, c.lugar FROM guardia_condiciones c
  WHERE c.usuario_id = $1 AND c.codigo = $2 AND c.dicho > $3 ORDER BY c.dicho DESC LIMIT 1`;
const ACKNOWLEDGE = `INSERT INTO guardia_condiciones AS c (condicion, desde, usuario_id, reconocido)
  SELECT $1::text, $2::bigint, $3::integer, $4::bigint WHERE NOT EXISTS (SELECT FROM guardia_condiciones o WHERE o.condicion = $1 AND o.desde = $2 AND o.reconocido IS NOT NULL)
  ON CONFLICT (condicion, desde, usuario_id) DO UPDATE SET reconocido = $4 WHERE c.reconocido IS NULL RETURNING 1`;

/** `lugar` null = they only acknowledged it. */
interface Told {
  condicion: Condicion;
  usuario_id: number;
  lugar: number | null;
  isTold: boolean;
  reconocido: number | null;
}

/** Whom of the platform's rota a condition was told, and who has acknowledged it. */
@Injectable()
export class PlatformAcks {
  constructor(
    private readonly db: DataSource,
    private readonly links: LinkService,
    private readonly rotas: RotaRepository,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
    @Inject(REDIS_DURABLE) private readonly redis: RedisClient,
  ) {}

  /** Notes that a person is told. @returns the code that their reply must have */
  async tell(condicion: Condicion, desde: number, usuario_id: number, lugar: number): Promise<string> {
    const [codigo, now] = [newCode(), Date.now()];
    await this.db.query('DELETE FROM guardia_condiciones WHERE desde < $1', [now - KEPT_MS]);
    await this.db.query(
      `INSERT INTO guardia_condiciones (condicion, desde, usuario_id, lugar, codigo, dicho) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (condicion, desde, usuario_id) DO UPDATE SET lugar = $4, codigo = $5, dicho = $6`,
      [condicion, desde, usuario_id, lugar, codigo, now],
    );
    return codigo;
  }

  async couldNotTell(condicion: Condicion, desde: number, usuario_id: number): Promise<void> {
    await this.db.query(
      'UPDATE guardia_condiciones SET dicho = NULL WHERE condicion = $1 AND desde = $2 AND usuario_id = $3',
      [condicion, desde, usuario_id],
    );
  }

  /** Whose turn it has been, the first one first; null = somebody has acknowledged it. */
  async told(condicion: Condicion, desde: number): Promise<number[] | null> {
    const people: Told[] = await this.db.query(TOLD, [[condicion], [desde]]);
    if (people.some(({ reconocido }) => reconocido !== null)) return null;
    return people.map(({ usuario_id }) => usuario_id);
  }

  /**
   * Whether a code is one that was sent to this person. It acknowledges while they have the week, or were told because those before
   * them had not answered.
   * @throws AppError `servicio_no_disponible` while rights cannot be read
   */
  async reply(usuario_id: number, codigo: string): Promise<boolean> {
    const now = Date.now();
    const [told]: { condicion: Condicion; desde: number; lugar: number }[] = await this.db.query(BY_CODE, [
      usuario_id,
      codigo,
      now - CODE_VALID_MS,
    ]);
    if (!told) return false;
    const persona = await this.links.memberOf(usuario_id, PLATFORM);
    const counts = told.lugar > 0 || (await this.rotas.hasWeek(PLATFORM, usuario_id, now));
    if (persona && counts) await this.note({ ...persona, sid: 'sms' }, told.condicion, told.desde);
    return true;
  }

  async list(caller: Caller): Promise<GuardiaCondicion[]> {
    requireGlobal(caller);
    const open = await this.open();
    const told: Told[] = await this.db.query(TOLD, [[...open.keys()], [...open.values()]]);
    const nameOf = (one: { usuario_id: number }): Promise<string> => this.reach.nameOf(one.usuario_id);
    return Promise.all(
      [...open].map(async ([condicion, desde]) => {
        const people = told.filter((one) => one.condicion === condicion);
        const by = people.find(({ reconocido }) => reconocido !== null);
        return {
          condicion,
          desde,
          avisados: await Promise.all(people.filter(({ isTold }) => isTold).map(nameOf)),
          sin_avisar: await Promise.all(people.filter(({ lugar, isTold }) => lugar !== null && !isTold).map(nameOf)),
          reconocido_por: by ? await nameOf(by) : null,
          reconocido_ts: by?.reconocido ?? null,
        };
      }),
    );
  }

  /** @throws AppError `no_encontrado` for what is over */
  async acknowledge(caller: Caller, condicion: Condicion): Promise<GuardiaCondicion[]> {
    requireGlobal(caller);
    const persona = requirePerson(caller);
    const desde = (await this.open()).get(condicion);
    if (desde === undefined) throw notFound();
    await this.note(persona, condicion, desde);
    return this.list(caller);
  }

  /** What holds now, and since when, ms; nothing while there is nobody to be told. */
  private async open(): Promise<Map<Condicion, number>> {
    if (!(await this.rotas.of(PLATFORM))?.personas.length) return new Map();
    const kept = await this.redis.hgetall(CONDITIONS_KEY);
    return new Map(
      CONDICIONES.flatMap((one): [Condicion, number][] => {
        const since = Number.parseInt(kept[one] ?? '', 10);
        return Number.isNaN(since) ? [] : [[one, since]];
      }),
    );
  }

  private async note(persona: Persona, condicion: Condicion, desde: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const noted: unknown[] = await tx.query(ACKNOWLEDGE, [condicion, desde, persona.usuario_id, Date.now()]);
      if (noted.length === 0) return;
      const entry = { empresa_id: null, accion: 'guardia.reconocer', entidad: 'guardia:0', nombre: condicion } as const;
      await this.auditoria.note(tx, persona, { ...entry, antes: null, despues: null });
    });
  }
}
