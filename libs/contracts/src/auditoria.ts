import { z } from 'zod';
import { Fecha, Id, TextId, Milliseconds } from './common.js';

/** The audit trail (GET /auditoria): who changed what and when. It names changed secrets but never contains them. */

export const AUDITED_ENTITIES = [
  'empresa',
  'usuario',
  'dispositivo',
  'switch',
  'enclavamiento',
  'proteccion',
  'punto',
  'placa',
  'acceso',
  'aviso',
  'regla',
  'silencio',
  'canal',
  'programa',
  'regla_clima',
  'no_regar',
  'muro',
  'token',
  'dossier',
  'guardia',
  'imagen',
  'actualizacion',
] as const;
export const AuditedEntity = z.enum(AUDITED_ENTITIES);
export type AuditedEntity = z.infer<typeof AuditedEntity>;

/** Every audited action, as `<entity>.<verb>`. */
export const AUDITED_ACTIONS = [
  'empresa.crear',
  'empresa.actualizar',
  'empresa.desactivar',
  'empresa.activar',
  'empresa.eliminar',
  'empresa.detener_todo',
  'empresa.segundo_paso',
  'empresa.tarifas',
  'empresa.superficie',
  'usuario.crear',
  'usuario.actualizar',
  'usuario.suspender',
  'usuario.reactivar',
  'usuario.mover',
  'usuario.desasignar',
  'usuario.cambiar_clave',
  'usuario.eliminar',
  'usuario.activar_segundo_paso',
  'usuario.quitar_segundo_paso',
  'usuario.cerrar_sesion',
  'dispositivo.crear',
  'dispositivo.actualizar',
  'dispositivo.suspender',
  'dispositivo.reactivar',
  'dispositivo.mover',
  'dispositivo.eliminar',
  'switch.crear',
  'switch.actualizar',
  'switch.eliminar',
  'switch.bloquear',
  'switch.desbloquear',
  'enclavamiento.crear',
  'enclavamiento.actualizar',
  'enclavamiento.eliminar',
  'proteccion.crear',
  'proteccion.actualizar',
  'proteccion.omitir',
  'proteccion.soltar',
  'proteccion.eliminar',
  'punto.crear',
  'punto.actualizar',
  'punto.eliminar',
  'programa.crear',
  'programa.actualizar',
  'programa.pausar',
  'programa.reanudar',
  'programa.eliminar',
  'regla_clima.crear',
  'regla_clima.actualizar',
  'regla_clima.eliminar',
  'no_regar.crear',
  'no_regar.eliminar',
  'placa.registrar',
  'placa.actualizar',
  'placa.renovar_credencial',
  'placa.revocar',
  'placa.eliminar',
  'acceso.entrar',
  'acceso.rechazar',
  'aviso.reconocer',
  'aviso.tomar',
  'aviso.dejar',
  'regla.guardar',
  'regla.eliminar',
  'regla.ajustes',
  'silencio.crear',
  'silencio.eliminar',
  'canal.crear',
  'canal.actualizar',
  'canal.eliminar',
  'guardia.guardar',
  'guardia.cambiar',
  'guardia.reconocer',
  'usuario.vincular_telegram',
  'usuario.desvincular_telegram',
  'usuario.verificar_telefono',
  'usuario.quitar_telefono',
  'usuario.descanso',
  'usuario.suscribir_push',
  'usuario.quitar_push',
  'muro.crear',
  'muro.revocar',
  'token.crear',
  'token.revocar',
  'dossier.hacer',
  'imagen.subir',
  'imagen.eliminar',
  'actualizacion.crear',
  'actualizacion.pausar',
  'actualizacion.seguir',
  'actualizacion.detener',
] as const;
export type AuditedAction = (typeof AUDITED_ACTIONS)[number];

/** A column's value as the trail stores it. */
const Valor = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.number())]);
const Portrait = z.record(z.string(), Valor);

/** A row of one service's trail, as services exchange it. `ts_us` = µs since 1970, as text, because paging must not round it. */
export const AuditoriaFila = z.object({
  id: z.string(),
  ts_us: z.string(),
  usuario_id: Id.nullable(),
  servicio: z.string().nullable(),
  empresa_id: Id.nullable(),
  accion: z.string(),
  /** `<entity>:<id>`. */
  entidad: z.string(),
  /** The entity's name at the time. */
  nombre: z.string(),
  antes: Portrait.nullable(),
  despues: Portrait.nullable(),
});
export type AuditoriaFila = z.infer<typeof AuditoriaFila>;

const Figures = z.string().regex(/^\d{1,18}$/);

/** Request for rows of one service's trail in [desde_us, hasta_us), before the position `antes`; newest first. */
export const AuditoriaSearch = z.object({
  empresa_id: Id.optional(),
  entidad: AuditedEntity.optional(),
  entidad_id: Id.optional(),
  usuario_id: Id.optional(),
  desde_us: Figures.optional(),
  hasta_us: Figures.optional(),
  antes: z.object({ ts_us: Figures, id: Figures }).optional(),
  limite: z.number().int().min(1).max(1_000),
});
export type AuditoriaSearch = z.infer<typeof AuditoriaSearch>;

export const AUDITORIA_MAX = 200;
export const DEFAULT_AUDITORIA = 50;

const Dia = z.preprocess((value) => (value === '' ? undefined : value), Fecha.optional());

/** Position of an entry across the trails of all services: `<µs>.<service>.<row>`. */
const Position = z.string().regex(/^\d{1,16}\.[agilm]\.\d{1,18}$/, 'No es una página de la auditoría');

/** Query of GET /auditoria. Days are in the zone of the requested empresa, else of the caller's, else DEFAULT_ZONE. */
export const AuditoriaQuery = z
  .object({
    empresa_id: TextId.optional(),
    entidad: AuditedEntity.optional(),
    /** Id of an entity of type `entidad`; a board's is its placa_id. */
    entidad_id: TextId.optional(),
    /** The usuario who made the change. */
    usuario_id: TextId.optional(),
    desde: Dia,
    hasta: Dia,
    /** `siguiente` of the previous page. */
    antes_de: Position.optional(),
    limite: z
      .string()
      .regex(/^\d{1,3}$/, 'Debe ser un número')
      .transform(Number)
      .pipe(z.number().min(1).max(AUDITORIA_MAX))
      .default(DEFAULT_AUDITORIA),
  })
  .refine(({ entidad, entidad_id }) => entidad_id === undefined || entidad !== undefined, {
    message: 'Falta decir de qué entidad es el número',
    path: ['entidad'],
  });

/** AuditoriaQuery between services. */
export const AuditoriaRequest = z.object({
  empresa_id: Id.optional(),
  entidad: AuditedEntity.optional(),
  entidad_id: Id.optional(),
  usuario_id: Id.optional(),
  desde: Fecha.optional(),
  hasta: Fecha.optional(),
  antes_de: Position.optional(),
  limite: z.number().int().min(1).max(AUDITORIA_MAX),
});

export const AuditedChange = z.object({ campo: z.string(), antes: Valor, despues: Valor });
export type AuditedChange = z.infer<typeof AuditedChange>;

export const Auditoria = z.object({
  /** Unique; also the position to page from. */
  id: z.string(),
  ts: Milliseconds,
  /** null when a service acted without a person (`servicio` says which); of a program the maker of its token. */
  usuario_id: Id.nullable(),
  /** Current name; the last name of a deleted usuario; of a program `API «…»`, as `servicio`. */
  usuario_nombre: z.string().nullable(),
  usuario_email: z.string().nullable(),
  servicio: z.string().nullable(),
  empresa_id: Id.nullable(),
  empresa_nombre: z.string().nullable(),
  entidad: z.string(),
  /** For an acceso, the usuario's id; 0 = no account. */
  entidad_id: z.number().int().min(0),
  /** The entity's name at the time. */
  entidad_nombre: z.string(),
  accion: z.string(),
  /** A Spanish sentence without its subject, e.g. `Suspendió al usuario «Ana»`. */
  descripcion: z.string(),
  /** Changed fields; for a new entity all `antes` are null, for a deleted one all `despues`. Flags are 1/0. */
  cambios: z.array(AuditedChange),
});
export type Auditoria = z.infer<typeof Auditoria>;

/** Newest first; pass `siguiente` as `antes_de` for the next page, null at the end. */
export const AuditoriaPage = z.object({ entradas: z.array(Auditoria), siguiente: z.string().nullable() });
export type AuditoriaPage = z.infer<typeof AuditoriaPage>;
