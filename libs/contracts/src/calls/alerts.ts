import { z } from 'zod';
import { AuditoriaSearch, AuditoriaFila } from '../auditoria.js';
import {
  AvisosSettings,
  AvisosSettingsSave,
  Canal,
  ChannelSave,
  ChannelUpdate,
  Descanso,
  DescansoSave,
  EntregaAviso,
  MensajeAviso,
  MensajesRequest,
  PushEstado,
  PushKey,
  PushRequest,
  PushSubscriptionBody,
  TelegramLink,
} from '../aviso-canal.js';
import { DailySummary, RulePreview } from '../aviso-pasado.js';
import {
  Aviso,
  AvisosRequest,
  AvisosReconocer,
  Regla,
  RuleSave,
  Silencio,
  SilencioSave,
  TelegramCode,
  TelegramProbed,
} from '../aviso.js';
import { DateOutput, Id, Nothing, optionalText } from '../common.js';
import { Dossier, WholeDossier, DossierFile, DossierSave } from '../dossier.js';
import { RespuestaSms, TelefonoConfirmar, TelefonoEstado, TelefonoPedir } from '../telefono.js';
import { DeTurno, Guardia, GuardiaCambio, GuardiaCondicion, GuardiaReconocer, GuardiaSave } from '../guardia.js';
import { type CallDefinition, DeEmpresa, PorId, Salud } from './call.js';

export const alerts = {
  'alerts.salud': { servicio: 'alerts', ...Salud },
  'avisos.listar': { servicio: 'alerts', kind: 'read', request: AvisosRequest, response: z.array(Aviso) },
  'avisos.reconocer': {
    servicio: 'alerts',
    kind: 'write',
    request: PorId.extend({ nota: optionalText(300) }),
    response: Aviso,
  },
  /** Acknowledges those that are open and visible to the caller; the others are left out of the answer. */
  'avisos.reconocer_varios': { servicio: 'alerts', kind: 'write', request: AvisosReconocer, response: z.array(Aviso) },
  /** The caller takes charge of it, from whoever had it. */
  'avisos.tomar': { servicio: 'alerts', kind: 'write', request: PorId, response: Aviso },
  /** The caller no longer has it; what another person took stays theirs. */
  'avisos.dejar': { servicio: 'alerts', kind: 'write', request: PorId, response: Aviso },
  'avisos.entregas': { servicio: 'alerts', kind: 'read', request: PorId, response: z.array(EntregaAviso) },
  'avisos.mensajes': {
    servicio: 'alerts',
    kind: 'read',
    request: MensajesRequest,
    response: z.array(MensajeAviso),
  },
  'avisos.resumen': {
    servicio: 'alerts',
    kind: 'read',
    request: z.object({ empresa_id: Id.optional(), dia: DateOutput.optional() }),
    response: DailySummary,
    timeout_ms: 20_000,
  },
  'reglas.listar': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(Regla) },
  'reglas.guardar': { servicio: 'alerts', kind: 'write', request: RuleSave, response: Regla },
  'reglas.eliminar': { servicio: 'alerts', kind: 'write', request: PorId, response: Nothing },
  'reglas.vista_previa': {
    servicio: 'alerts',
    kind: 'read',
    request: RuleSave,
    response: RulePreview,
    timeout_ms: 15_000,
  },
  'silencios.listar': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(Silencio) },
  'silencios.crear': { servicio: 'alerts', kind: 'write', request: SilencioSave, response: Silencio },
  'silencios.eliminar': { servicio: 'alerts', kind: 'write', request: PorId, response: Nothing },
  'canales.listar': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(Canal) },
  'canales.crear': { servicio: 'alerts', kind: 'write', request: ChannelSave, response: Canal },
  'canales.actualizar': {
    servicio: 'alerts',
    kind: 'write',
    request: ChannelUpdate.safeExtend({ id: Id }),
    response: Canal,
  },
  'canales.eliminar': { servicio: 'alerts', kind: 'write', request: PorId, response: Nothing },
  'guardia.leer': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: Guardia },
  'guardia.turno': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(DeTurno) },
  'guardia.guardar': { servicio: 'alerts', kind: 'write', request: GuardiaSave, response: Guardia },
  'guardia.cambiar': { servicio: 'alerts', kind: 'write', request: GuardiaCambio, response: Guardia },
  'guardia.condiciones': {
    servicio: 'alerts',
    kind: 'read',
    request: Nothing,
    response: z.array(GuardiaCondicion),
  },
  'guardia.reconocer': {
    servicio: 'alerts',
    kind: 'write',
    request: GuardiaReconocer,
    response: z.array(GuardiaCondicion),
  },
  'avisos.ajustes': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: AvisosSettings },
  'avisos.guardar_ajustes': {
    servicio: 'alerts',
    kind: 'write',
    request: AvisosSettingsSave,
    response: AvisosSettings,
  },
  'telegram.probar': {
    servicio: 'alerts',
    kind: 'write',
    /** `empresa_id` null: a company that is not saved yet. */
    request: z.object({ empresa_id: Id.nullable(), token_telegram: z.string(), telegram_chat_id: z.string() }),
    response: TelegramProbed,
    timeout_ms: 12_000,
  },
  'telegram.estado': { servicio: 'alerts', kind: 'read', request: Nothing, response: TelegramLink, timeout_ms: 8_000 },
  'telegram.vincular': { servicio: 'alerts', kind: 'write', request: Nothing, response: TelegramCode },
  'telegram.desvincular': { servicio: 'alerts', kind: 'write', request: Nothing, response: Nothing },
  'telefonos.estado': { servicio: 'alerts', kind: 'read', request: Nothing, response: TelefonoEstado },
  /** Sends a code to the number. */
  'telefonos.pedir': {
    servicio: 'alerts',
    kind: 'write',
    request: TelefonoPedir,
    response: TelefonoEstado,
    timeout_ms: 12_000,
  },
  'telefonos.confirmar': { servicio: 'alerts', kind: 'write', request: TelefonoConfirmar, response: TelefonoEstado },
  'telefonos.quitar': { servicio: 'alerts', kind: 'write', request: Nothing, response: Nothing },
  /** For api-gateway, which knows the provider: a reply that came before does nothing. */
  'sms.responder': { servicio: 'alerts', kind: 'write', request: RespuestaSms, response: Nothing },
  'descansos.leer': { servicio: 'alerts', kind: 'read', request: Nothing, response: Descanso },
  'descansos.guardar': { servicio: 'alerts', kind: 'write', request: DescansoSave, response: Descanso },
  'push.estado': { servicio: 'alerts', kind: 'read', request: Nothing, response: PushEstado },
  'push.suscribir': { servicio: 'alerts', kind: 'write', request: PushRequest, response: PushSubscriptionBody },
  'push.quitar': { servicio: 'alerts', kind: 'write', request: PushKey, response: Nothing },
  'dossieres.listar': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(Dossier) },
  'dossieres.leer': { servicio: 'alerts', kind: 'read', request: PorId, response: WholeDossier },
  'dossieres.hacer': {
    servicio: 'alerts',
    kind: 'write',
    request: DossierSave,
    response: Dossier,
    timeout_ms: 30_000,
  },
  /** For api-gateway, on the person's behalf: drawn from the figures, some 100 kB. */
  'dossieres.pdf': { servicio: 'alerts', kind: 'read', request: PorId, response: DossierFile, timeout_ms: 12_000 },
  /** For auth-tenancy, on the person's behalf: alerts' part of the audit trail. */
  'avisos.auditoria': {
    servicio: 'alerts',
    kind: 'read',
    request: AuditoriaSearch,
    response: z.array(AuditoriaFila),
  },
} as const satisfies Record<string, CallDefinition>;
