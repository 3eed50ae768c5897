import { z } from 'zod';
import { Actualizacion, ActualizacionDetalle, Actualizaciones, ActualizacionSave } from '../actualizacion.js';
import { AgendaDePlaca, ControlDePlaca } from '../agenda.js';
import { AuditoriaSearch, AuditoriaFila } from '../auditoria.js';
import {
  ComandoAction,
  ComandoAccepted,
  ComandoDispositivo,
  ComandoKept,
  ORDENES_POR_LOTE,
  PlanDeComando,
  SentPhrase,
} from '../comando.js';
import { Id, Milliseconds, Nothing } from '../common.js';
import { DURATION_CAP_S } from '../encendido.js';
import { type ErrorCode, ERRORS } from '../errors.js';
import { LecturaEnVivo, Metricas } from '../dispositivo.js';
import { EstadoPlaca, UltimoPunto } from '../estado.js';
import { Imagen, IMAGEN_MAX_BYTES, Sha256 } from '../imagen.js';
import { LorawanGuardado, NodoLorawan, UplinkLorawan } from '../lorawan.js';
import { MedidasResultado, MedidasSave } from '../medida.js';
import { Descarte, EmpresaConsumption, PlacaConFallas, PlacaConnection, PlacaDetalle, SinEnlace } from '../placa.js';
import { ProteccionesDePlaca, ProteccionQueActuo } from '../proteccion.js';
import { CampoDePlaca } from '../punto.js';
import { Bloqueo, BloqueoDeSwitch, BloqueoSave } from '../switch.js';
import { type CallDefinition, DeEmpresa, PorId, PorPlaca, Salud } from './call.js';

const StoredRev = z.object({ rev: z.number().int() });

const Refusal = z.object({
  codigo: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  texto: z.string(),
  frase: SentPhrase.optional(),
});

/** Of a service's ON: `switch_en_reposo` when a person's newest order is an OFF after this, of which the service may not know yet. */
const NotOffSince = Milliseconds.optional();

export const deviceGateway = {
  'device-gateway.salud': { servicio: 'device-gateway', ...Salud },
  /** For services: last-known state of boards, in the requested order; a board that never reported has empty lists. */
  'estado.leer': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(EstadoPlaca),
  },
  /** For services: the last value of points, in the requested order; one that is gone, or that never told any, has none. */
  'puntos.ultimos': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ puntos: z.array(Id).max(5_000) }),
    response: z.array(UltimoPunto),
  },
  /** Answers once the values are stored; `servicio_no_disponible` = none is. Repeating it is harmless. */
  'medidas.guardar': {
    servicio: 'device-gateway',
    kind: 'write',
    request: MedidasSave,
    response: MedidasResultado,
    timeout_ms: 20_000,
  },
  /** For inventory: every field that a board with other firmware sent lately. */
  'placas.campos': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ placa_id: Id }),
    response: z.array(CampoDePlaca),
  },
  /** Answers once the values are stored; `servicio_no_disponible` = none is. Repeating it is harmless. */
  'lorawan.guardar': {
    servicio: 'device-gateway',
    kind: 'write',
    request: UplinkLorawan,
    response: LorawanGuardado,
    timeout_ms: 13_000,
  },
  /** The LoRaWAN nodes of a company. An admin_global and a service name it. */
  'lorawan.nodos': {
    servicio: 'device-gateway',
    kind: 'read',
    request: DeEmpresa,
    response: z.array(NodoLorawan),
  },
  /** For services: connection data of boards, in the requested order. */
  'placas.conexion': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(PlacaConnection),
  },
  /**
   * For alerts: how often and for how long boards had no link in [desde, hasta), ms, in the requested order. `sabido_s`: the part of which
   * that is known; a board's newest connections are kept.
   */
  'placas.sin_enlace': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000), desde: Milliseconds, hasta: Milliseconds }),
    response: z.array(SinEnlace),
    timeout_ms: 12_000,
  },
  /** For services: what companies use of their daily limit, in the requested order; null = it cannot be read now. */
  'empresas.consumo': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ empresas: z.array(Id).max(5_000) }),
    response: z.array(EmpresaConsumption.nullable()),
  },
  /** For automation: replaces a board's agenda. An older revision changes nothing: the answer is the stored one. */
  'placas.agenda': { servicio: 'device-gateway', kind: 'write', request: AgendaDePlaca, response: StoredRev },
  /** For automation: replaces a board's rules. An older revision changes nothing: the answer is the stored one. */
  'placas.control': { servicio: 'device-gateway', kind: 'write', request: ControlDePlaca, response: StoredRev },
  /** For inventory: the protections of these boards, and which have acted. */
  'protecciones.estado': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(ProteccionesDePlaca),
  },
  /** For alerts: boards that may have a fault of their own, or whose last update failed, of all companies. */
  'placas.con_fallas': {
    servicio: 'device-gateway',
    kind: 'read',
    request: Nothing,
    response: z.array(PlacaConFallas),
  },
  /** For alerts: the protections that keep switches off now, of all companies. */
  'protecciones.actuaron': {
    servicio: 'device-gateway',
    kind: 'read',
    request: Nothing,
    response: z.array(ProteccionQueActuo),
  },
  'imagenes.listar': { servicio: 'device-gateway', kind: 'read', request: Nothing, response: z.array(Imagen) },
  'imagenes.subir': {
    servicio: 'device-gateway',
    kind: 'write',
    request: z.object({ base64: z.string().max(Math.ceil(IMAGEN_MAX_BYTES / 3) * 4) }),
    response: Imagen,
    timeout_ms: 13_000,
  },
  'imagenes.eliminar': { servicio: 'device-gateway', kind: 'write', request: PorId, response: Nothing },
  /** For api-gateway, which gives it to boards. @throws `no_encontrado` */
  'imagenes.contenido': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ sha256: Sha256 }),
    response: z.object({ base64: z.string() }),
    timeout_ms: 13_000,
  },
  'actualizaciones.listar': { servicio: 'device-gateway', kind: 'read', request: Nothing, response: Actualizaciones },
  'actualizaciones.crear': {
    servicio: 'device-gateway',
    kind: 'write',
    request: ActualizacionSave,
    response: Actualizacion,
    timeout_ms: 12_000,
  },
  'actualizaciones.leer': { servicio: 'device-gateway', kind: 'read', request: PorId, response: ActualizacionDetalle },
  'actualizaciones.pausar': { servicio: 'device-gateway', kind: 'write', request: PorId, response: Actualizacion },
  'actualizaciones.seguir': { servicio: 'device-gateway', kind: 'write', request: PorId, response: Actualizacion },
  'actualizaciones.detener': { servicio: 'device-gateway', kind: 'write', request: PorId, response: Actualizacion },
  'placas.detalle': { servicio: 'device-gateway', kind: 'read', request: PorPlaca, response: PlacaDetalle },
  'placas.descartes': {
    servicio: 'device-gateway',
    kind: 'read',
    request: PorPlaca.extend({ limite: z.number().int().min(1).max(500).default(100) }),
    response: z.array(Descarte),
  },
  /**
   * Answers once the cloud accepted the command (or after a short time limit, with its current state). `duracion_s`: the device
   * turns itself off after that; refused (`comando_rechazado`) where its cloud has no such timer.
   */
  'dispositivos.comandar': {
    servicio: 'device-gateway',
    kind: 'write',
    request: z.object({
      id: Id,
      accion: ComandoAction,
      duracion_s: z.number().int().min(1).max(DURATION_CAP_S).optional(),
      ip: z.string(),
      navegador: z.string(),
      no_apagado_desde: NotOffSince,
    }),
    response: ComandoDispositivo,
    timeout_ms: 13_000,
  },
  /**
   * Answers once the command was sent to the board, or at once when the board is offline. `clave`: Idempotency-Key of the request;
   * `plan`: only of services.
   */
  'switches.comandar': {
    servicio: 'device-gateway',
    kind: 'write',
    request: z.object({
      id: Id,
      accion: ComandoAction,
      duracion_s: z.number().int().min(1).optional(),
      clave: z.string().min(1).max(128).nullable(),
      ip: z.string(),
      navegador: z.string(),
      plan: PlanDeComando.optional(),
      no_apagado_desde: NotOffSince,
    }),
    response: ComandoAccepted,
  },
  /**
   * For services: turns several switches on, each as `switches.comandar` does, without waiting for boards. Answers in the order of the
   * orders; null = its command is in the ledger.
   */
  'switches.encender_lote': {
    servicio: 'device-gateway',
    kind: 'write',
    request: z.object({
      ordenes: z
        .array(
          z.object({
            id: Id,
            duracion_s: z.number().int().min(1),
            plan: PlanDeComando.optional(),
            no_apagado_desde: NotOffSince,
          }),
        )
        .min(1)
        .max(ORDENES_POR_LOTE),
    }),
    response: z.array(Refusal.nullable()),
    timeout_ms: 10_000,
  },
  /** For admins: the lockouts of their empresa, or of the requested one. */
  'switches.bloqueos': {
    servicio: 'device-gateway',
    kind: 'read',
    request: DeEmpresa,
    response: z.array(BloqueoDeSwitch),
  },
  'switches.bloquear': {
    servicio: 'device-gateway',
    kind: 'write',
    request: BloqueoSave.extend({ id: Id }),
    response: Bloqueo,
  },
  'switches.desbloquear': { servicio: 'device-gateway', kind: 'write', request: PorId, response: Nothing },
  /** For auth-tenancy, on the person's behalf: device-gateway's part of the audit trail. */
  'bloqueos.auditoria': {
    servicio: 'device-gateway',
    kind: 'read',
    request: AuditoriaSearch,
    response: z.array(AuditoriaFila),
  },
  'dispositivos.metricas': {
    servicio: 'device-gateway',
    kind: 'read',
    request: PorId,
    response: Metricas,
    timeout_ms: 11_000,
  },
  /** `forzar` = read the device even when the known state is fresh. */
  'dispositivos.en_vivo': {
    servicio: 'device-gateway',
    kind: 'read',
    request: PorId.extend({ forzar: z.boolean() }),
    response: LecturaEnVivo,
    timeout_ms: 11_000,
  },
  /** For api-gateway: a person is looking at these devices now, so they are polled more often for a while. */
  'dispositivos.observar': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ dispositivos: z.array(Id).max(5_000) }),
    response: Nothing,
  },
  'comandos.listar': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({
      empresa_id: Id.optional(),
      switch_id: Id.optional(),
      dispositivo_id: Id.optional(),
      /** [desde, hasta), ms. */
      desde: Milliseconds.optional(),
      hasta: Milliseconds.optional(),
    }),
    response: z.array(ComandoKept),
  },
} as const satisfies Record<string, CallDefinition>;
