import { z } from 'zod';
import { MANDATORY } from './zod-sentences.js';

/** Largest id of a Postgres `integer`: a larger one is bad input, not a database error. */
export const MAX_ID = 2_147_483_647;

/** Identifier of a row: a positive 32-bit integer. */
export const Id = z.number().int().min(1).max(MAX_ID);

/** An Id in a path or query string, where everything is text. Only plain digits: `1e3`, `0x1` and `1,2` are refused. */
export const TextId = z
  .string()
  .regex(/^\d{1,10}$/, 'Debe ser un número')
  .transform(Number)
  .pipe(Id);

/** Most rows of a page. */
export const PAGE_MAX = 1_000;
const Limite = z.number().int().min(1).max(PAGE_MAX);
/** A part of a list that is ordered by id: at most `limite` rows after the id `despues_de`. Without both it is the whole list. */
export const Pagina = z.object({ despues_de: Id.optional(), limite: Limite.optional() });
export type Pagina = z.infer<typeof Pagina>;
/** A {@link Pagina} in a query string. */
export const TextPagina = z.object({ despues_de: TextId.optional(), limite: TextId.pipe(Limite).optional() });

/** 1/0, the protocol's booleans; `true`/`false` are accepted as input. */
export const Flag = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform((value): 0 | 1 => (value === true || value === 1 ? 1 : 0));
export const FlagOutput = z.union([z.literal(0), z.literal(1)]);
export type Flag = 0 | 1;

const isRealDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  // Postgres has no year 0.
  return text >= '0001' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** A calendar day, YYYY-MM-DD; a longer ISO text is cut to the day. */
export const Fecha = z
  .string()
  .min(1, MANDATORY)
  .regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/, 'La fecha debe tener la forma AAAA-MM-DD')
  .transform((text) => text.slice(0, 10))
  .refine(isRealDate, 'La fecha no existe');
/** A day in a query; an empty one is none. */
export const Dia = z.preprocess((value) => (value === '' ? undefined : value), Fecha.optional());
export const DateOutput = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Forms send '' for a field left empty; it means "no value". */
const emptyIsNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value);
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsNull, schema.nullable());

// A lone surrogate cannot be encoded as UTF-8.
const withoutControl = (text: string): boolean => !/\p{Cc}/u.test(text) && text.isWellFormed();

/** Characters without a shape: marks that turn around the text that follows, and those of no width, that make two names look alike. */
const UNSEEN = /[\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** A joiner that joins no two pictures. */
const LOOSE_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;
/** What would break a name into lines, in a list, a message or a file. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** One line of at most `max` characters, trimmed and without unseen characters; '' is allowed. */
export const texto = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(UNSEEN, '').replace(LOOSE_JOINER, '').replace(BREAKS, ' '))
    .trim()
    .max(max, `Máximo ${max} caracteres`)
    .refine(withoutControl, 'Contiene caracteres no permitidos');
/** Text that must not be empty. */
export const requiredText = (max: number) => texto(max).min(1, MANDATORY);
/** Optional text: absent, null and '' all end as ''. */
export const optionalText = (max: number) => z.preprocess((value) => value ?? '', texto(max));

/** Milliseconds since 1970, UTC. */
export const Milliseconds = z.number().int().min(0);

/** Any IANA zone this Node knows. */
export const ZonaHoraria = z
  .string()
  .max(64)
  .refine(
    (zone) => {
      try {
        new Intl.DateTimeFormat('es', { timeZone: zone });
        return true;
      } catch {
        return false;
      }
    },
    { message: 'Zona horaria desconocida' },
  );

/** Row version for optimistic concurrency (DEC-11): a stale version → 409; absent → last write wins. */
export const Version = z.number().int().min(1);

export const Rol = z.enum(['usuario', 'admin_empresa', 'admin_global']);
export type Rol = z.infer<typeof Rol>;

/** The empty request or response. */
export const Nothing = z.object({});
