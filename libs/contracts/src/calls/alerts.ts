import { z } from 'zod';
import { AuditoriaBusqueda, AuditoriaFila } from '../auditoria.js';
import {
  Aviso,
  AvisosPedido,
  AvisosReconocer,
  Canal,
  CanalGuardar,
  EntregaAviso,
  Regla,
  ReglaGuardar,
  Silencio,
  SilencioGuardar,
  TelegramCodigo,
  TelegramProbado,
} from '../aviso.js';
import { Id, Nada, textoOpcional } from '../common.js';
import { type CallDefinition, DeEmpresa, PorId, Salud } from './call.js';

export const alerts = {
  'alerts.salud': { servicio: 'alerts', ...Salud },
  'avisos.listar': { servicio: 'alerts', kind: 'read', request: AvisosPedido, response: z.array(Aviso) },
  'avisos.reconocer': {
    servicio: 'alerts',
    kind: 'write',
    request: PorId.extend({ nota: textoOpcional(300) }),
    response: Aviso,
  },
  /** Those of them that are open and the caller's; the others are left out. */
  'avisos.reconocer_varios': { servicio: 'alerts', kind: 'write', request: AvisosReconocer, response: z.array(Aviso) },
  'avisos.entregas': { servicio: 'alerts', kind: 'read', request: PorId, response: z.array(EntregaAviso) },
  'reglas.listar': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(Regla) },
  'reglas.guardar': { servicio: 'alerts', kind: 'write', request: ReglaGuardar, response: Regla },
  'reglas.eliminar': { servicio: 'alerts', kind: 'write', request: PorId, response: Nada },
  'silencios.listar': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(Silencio) },
  'silencios.crear': { servicio: 'alerts', kind: 'write', request: SilencioGuardar, response: Silencio },
  'silencios.eliminar': { servicio: 'alerts', kind: 'write', request: PorId, response: Nada },
  'canales.listar': { servicio: 'alerts', kind: 'read', request: DeEmpresa, response: z.array(Canal) },
  'canales.crear': { servicio: 'alerts', kind: 'write', request: CanalGuardar, response: Canal },
  'canales.eliminar': { servicio: 'alerts', kind: 'write', request: PorId, response: Nada },
  'telegram.probar': {
    servicio: 'alerts',
    kind: 'write',
    request: z.object({ empresa_id: Id, token_telegram: z.string(), telegram_chat_id: z.string() }),
    response: TelegramProbado,
    timeout_ms: 12_000,
  },
  'telegram.vincular': { servicio: 'alerts', kind: 'write', request: Nada, response: TelegramCodigo },
  'telegram.desvincular': { servicio: 'alerts', kind: 'write', request: Nada, response: Nada },
  /** For auth-tenancy, in the person's name: alerts' part of the trail. */
  'avisos.auditoria': {
    servicio: 'alerts',
    kind: 'read',
    request: AuditoriaBusqueda,
    response: z.array(AuditoriaFila),
  },
} as const satisfies Record<string, CallDefinition>;
