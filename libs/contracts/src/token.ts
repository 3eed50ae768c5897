import { z } from 'zod';
import { Id, Milliseconds, optional, requiredText } from './common.js';
import { DURATION_CAP_S } from './encendido.js';

/** Every token begins with this, so that a person, a log filter and the server tell it from a session. */
export const TOKEN_PREFIX = 'acq_';
/** Longest life of a token, ms. */
export const TOKEN_LIFE_MAX_MS = 2 * 366 * 86_400_000;
/** Most tokens of a company. */
export const TOKENS_MAX = 100;
/** The trail holds an actor of 40 characters, {@link tokenActor}. */
const TOKEN_NAME_MAX = 34;
const EMPRESAS_MAX = 100;
const SITIOS_MAX = 50;
/** Most switches and dispositivos of a token with sitios: each call carries them. */
export const ALCANCE_MAX = 1_000;

export const PERMISOS = ['leer', 'operar', 'medir', 'administrar'] as const;
/** What a token may do. `administrar` reaches neither people nor tokens. */
export const Permiso = z.enum(PERMISOS);
export type Permiso = z.infer<typeof Permiso>;

/** The program behind a caller: its token, which acts with its maker's right and never beyond it. */
export const CallerToken = z.object({
  id: Id,
  nombre: z.string(),
  /** Longest time on that an order may ask for, s; null = the switch's own. */
  max_s: z.number().int().nullable(),
  /** Of a token with sitios: what stands there, which it sees and operates as a usuario does what is assigned to them. */
  alcance: z.object({ switches: z.array(Id), dispositivos: z.array(Id) }).optional(),
});
export type CallerToken = z.infer<typeof CallerToken>;

/** Who acts by a token, as the ledger and the trail name it. */
export const tokenActor = ({ nombre }: Pick<CallerToken, 'nombre'>): string => `API «${nombre}»`;

/** Permissions that are not limited by sitio: what they reach has none, or more than one. */
const WITHOUT_SITIOS: readonly Permiso[] = ['medir', 'administrar'];

const distinct = <T>(list: readonly T[]): boolean => new Set(list).size === list.length;

/** Body of POST /tokens. Without empresa_id and empresas it is the maker's own company. Only an admin_global names several. */
export const TokenSave = z
  .object({
    nombre: requiredText(TOKEN_NAME_MAX),
    empresa_id: optional(Id),
    empresas: z.array(Id).min(1).max(EMPRESAS_MAX).refine(distinct, 'Hay una empresa repetida').optional(),
    permisos: z.array(Permiso).min(1, 'Elige al menos un permiso').max(4).refine(distinct, 'Hay un permiso repetido'),
    /** Boards' and dispositivos' sitios that it sees and operates; absent = all. */
    sitios: optional(z.array(requiredText(120)).min(1, 'Escribe al menos un sitio').max(SITIOS_MAX)),
    max_s: optional(z.number().int().min(1).max(DURATION_CAP_S)),
    /** It works until this moment, ms. */
    vence: Milliseconds,
  })
  .refine(({ empresa_id, empresas }) => empresa_id === null || empresas === undefined, {
    message: 'Di una empresa o varias, no las dos cosas',
    path: ['empresas'],
  })
  .refine(({ max_s, permisos }) => max_s === null || permisos.includes('operar'), {
    message: 'Solo limita a un token que puede operar',
    path: ['max_s'],
  })
  .refine(({ sitios, permisos }) => sitios === null || !permisos.some((one) => WITHOUT_SITIOS.includes(one)), {
    message: 'Medir y administrar no se limitan por sitio',
    path: ['sitios'],
  })
  .meta({ example: { nombre: 'ERP', permisos: ['leer', 'operar'], max_s: 3_600, vence: 1_900_000_000_000 } });
export type TokenSave = z.infer<typeof TokenSave>;

/** Does it work now? sin_efecto: its maker or its companies may no longer do what it does. */
export const TokenEstado = z.enum(['vigente', 'vencido', 'sin_efecto']);
export type TokenEstado = z.infer<typeof TokenEstado>;

export const Token = z.object({
  id: Id,
  nombre: z.string(),
  /** Those of its companies that the reader may see. */
  empresas: z.array(Id),
  permisos: z.array(Permiso),
  sitios: z.array(z.string()).nullable(),
  max_s: z.number().int().nullable(),
  vence: Milliseconds,
  creado_ts: Milliseconds,
  /** The day (UTC) on which it was last used, YYYY-MM-DD. */
  usado: z.string().nullable(),
  usuario_id: Id,
  usuario_nombre: z.string(),
  estado: TokenEstado,
});
export type Token = z.infer<typeof Token>;

/** The token is shown once; only its hash is stored. */
export const TokenCreado = Token.extend({ token: z.string() });
export type TokenCreado = z.infer<typeof TokenCreado>;

/** What api-gateway keeps about a token for a few seconds. */
export const ValidToken = CallerToken.omit({ alcance: true }).extend({
  /** Its maker. */
  usuario_id: Id,
  /** Those of its companies for which it works now; at least one. */
  empresas: z.array(Id),
  permisos: z.array(Permiso),
  sitios: z.array(z.string()).nullable(),
  vence: Milliseconds,
});
export type ValidToken = z.infer<typeof ValidToken>;
