import { z } from 'zod';
import { AgendaDePlaca, ControlDePlaca } from '../agenda.js';
import { AuditoriaSearch, AuditoriaFila } from '../auditoria.js';
import { ComandoAction, Comando, ComandoAccepted, ComandoDispositivo } from '../comando.js';
import { Id, Nothing } from '../common.js';
import { DURATION_CAP_S } from '../encendido.js';
import { LecturaEnVivo, Metricas } from '../dispositivo.js';
import { EstadoPlaca } from '../estado.js';
import { Descarte, PlacaConnection } from '../placa.js';
import { Bloqueo, BloqueoDeSwitch, BloqueoSave } from '../switch.js';
import { type CallDefinition, DeEmpresa, PorId, PorPlaca, Salud } from './call.js';

const StoredRev = z.object({ rev: z.number().int() });

export const deviceGateway = {
  'device-gateway.salud': { servicio: 'device-gateway', ...Salud },
  /** For services: last-known state of boards, in the order asked; a board that never spoke answers with empty lists. */
  'estado.leer': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(EstadoPlaca),
  },
  /** For services: link data of boards, in the order asked. */
  'placas.conexion': {
    servicio: 'device-gateway',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(PlacaConnection),
  },
  /** For automation: what a board runs by itself from now on. An older revision changes nothing: the answer is the stored one. */
  'placas.agenda': { servicio: 'device-gateway', kind: 'write', request: AgendaDePlaca, response: StoredRev },
  /** For automation: the rules that a board follows from now on. An older revision changes nothing: the answer is the stored one. */
  'placas.control': { servicio: 'device-gateway', kind: 'write', request: ControlDePlaca, response: StoredRev },
  'placas.descartes': {
    servicio: 'device-gateway',
    kind: 'read',
    request: PorPlaca.extend({ limite: z.number().int().min(1).max(500).default(100) }),
    response: z.array(Descarte),
  },
  /**
   * Answers once the cloud took it (or after a short bound, with the state it is in). `duracion_s`: the device turns itself
   * off after that; refused (`comando_rechazado`) where its cloud has no such timer.
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
    }),
    response: ComandoDispositivo,
    timeout_ms: 13_000,
  },
  /** Answers once it left for the board, or at once when the board is not connected. `clave`: Idempotency-Key of the request. */
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
    }),
    response: ComandoAccepted,
  },
  /** For admins: those of their company, or of the one asked for. */
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
  /** For auth-tenancy, in the person's name: device-gateway's part of the trail. */
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
  /** `forzar` = what is known does not do, however fresh. */
  'dispositivos.en_vivo': {
    servicio: 'device-gateway',
    kind: 'read',
    request: PorId.extend({ forzar: z.boolean() }),
    response: LecturaEnVivo,
    timeout_ms: 11_000,
  },
  /** For api-gateway: somebody is looking at these devices now; they are read more often for a while. */
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
    }),
    response: z.array(Comando),
  },
} as const satisfies Record<string, CallDefinition>;
