import { z } from 'zod';
import { AuditoriaSearch, AuditoriaFila } from '../auditoria.js';
import { DerivadosDia, SwitchControl, ReglaClima, ReglaClimaSave } from '../clima.js';
import { Fecha, FlagOutput, Id, Nothing } from '../common.js';
import { CaudalMedido, CaudalWatched, PotenciaRara } from '../caudal.js';
import { CuentaMes, Mes, SuperficieSave } from '../cuenta.js';
import { NoRegar, NoRegarSave, Programa, ProgramaSave, ProgramaTryOut, SinPlanear } from '../programa.js';
import { RiegoHoy } from '../riego-hoy.js';
import { TURNOS_PAGE_MAX } from '../programa-limites.js';
import { PlanSinTomar, TurnosFallidos } from '../turno-fallido.js';
import {
  DetenerTodoAccepted,
  Preview,
  PreviousTurno,
  TurnoRecovery,
  Turno,
  TurnoId,
  TurnoMover,
  TurnosCursor,
} from '../turno.js';
import { type CallDefinition, DeEmpresa, PorId, Salud } from './call.js';

/** Idempotency-Key of a person's request on a program or a turn. */
const Clave = z.string().min(1).max(128).nullable();
const Action = PorId.extend({ clave: Clave });
/** An api-gateway of before sends none. */
const Making = { clave: Clave.default(null) };

export const automation = {
  'automation.salud': { servicio: 'automation', ...Salud },
  'programas.listar': { servicio: 'automation', kind: 'read', request: DeEmpresa, response: z.array(Programa) },
  'programas.crear': {
    servicio: 'automation',
    kind: 'write',
    request: ProgramaSave.extend(Making),
    response: Programa,
  },
  'programas.actualizar': {
    servicio: 'automation',
    kind: 'write',
    request: ProgramaSave.extend({ id: Id }),
    response: Programa,
  },
  'programas.eliminar': { servicio: 'automation', kind: 'write', request: PorId, response: Nothing },
  /** Its thread may first have to start, and to answer other companies. */
  'programas.vista_previa': {
    servicio: 'automation',
    kind: 'read',
    request: ProgramaTryOut,
    response: Preview,
    timeout_ms: 12_000,
  },
  'programas.por_ejecutar': {
    servicio: 'automation',
    kind: 'read',
    request: PorId,
    response: z.array(PreviousTurno),
  },
  'programas.ejecutar': { servicio: 'automation', kind: 'write', request: Action, response: z.array(Turno) },
  'programas.omitir': { servicio: 'automation', kind: 'write', request: Action, response: z.array(Turno) },
  'programas.pausar': { servicio: 'automation', kind: 'write', request: Action, response: Programa },
  'programas.reanudar': { servicio: 'automation', kind: 'write', request: Action, response: Programa },
  'situacion.riego': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({ empresa_id: Id.optional() }),
    response: RiegoHoy,
  },
  'turnos.listar': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({
      empresa_id: Id.optional(),
      switch_id: Id.optional(),
      desde: Fecha.optional(),
      hasta: Fecha.optional(),
      limit: z.number().int().min(1).max(TURNOS_PAGE_MAX).optional(),
      cursor: TurnosCursor.optional(),
    }),
    response: z.array(Turno),
  },
  /** For alerts: what failed in the last days, and what boards have not been told, of all empresas. */
  'turnos.fallidos': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({}),
    response: z.object({ fallidos: z.array(TurnosFallidos), sin_tomar: z.array(PlanSinTomar) }),
  },
  /** For device-gateway: those of these boards with a turno under way, or due within so many seconds. */
  'turnos.cerca': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000), segundos: z.number().int().min(0).max(86_400) }),
    response: z.array(Id),
  },
  'turnos.detener': {
    servicio: 'automation',
    kind: 'write',
    request: z.object({
      turno_id: TurnoId,
      todo: FlagOutput.optional(),
      clave: Clave,
      ip: z.string(),
      navegador: z.string(),
    }),
    response: Turno,
  },
  'turnos.detener_todo': {
    servicio: 'automation',
    kind: 'write',
    request: z.object({
      empresa_id: Id.optional(),
      sitio: z.string().optional(),
      ip: z.string(),
      navegador: z.string(),
    }),
    response: DetenerTodoAccepted,
    timeout_ms: 30_000,
  },
  'turnos.por_recuperar': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({ turno_id: TurnoId }),
    response: TurnoRecovery,
  },
  'turnos.recuperar': {
    servicio: 'automation',
    kind: 'write',
    request: z.object({ turno_id: TurnoId, clave: Clave }),
    response: Turno,
  },
  'turnos.alargar': {
    servicio: 'automation',
    kind: 'write',
    request: z.object({ turno_id: TurnoId, clave: Clave, segundos: z.number().int().min(1) }),
    response: Turno,
  },
  'turnos.mover': {
    servicio: 'automation',
    kind: 'write',
    request: TurnoMover.extend({ turno_id: TurnoId, clave: Clave }),
    response: Turno,
  },
  'no_regar.listar': { servicio: 'automation', kind: 'read', request: DeEmpresa, response: z.array(NoRegar) },
  'no_regar.crear': { servicio: 'automation', kind: 'write', request: NoRegarSave.extend(Making), response: NoRegar },
  /** For auth-tenancy, on the person's behalf: automation's part of the audit trail. */
  'programas.auditoria': {
    servicio: 'automation',
    kind: 'read',
    request: AuditoriaSearch,
    response: z.array(AuditoriaFila),
  },
  'turnos.cuenta': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({ empresa_id: Id.optional(), mes: Mes.optional() }),
    response: CuentaMes,
  },
  'turnos.superficie': { servicio: 'automation', kind: 'write', request: SuperficieSave, response: Nothing },
  'turnos.caudales': { servicio: 'automation', kind: 'read', request: DeEmpresa, response: z.array(CaudalMedido) },
  /** For alerts: the flows that the service judges, of all empresas. */
  'caudales.vigilados': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({}),
    response: z.array(CaudalWatched),
  },
  /** For alerts: what pumps take that is not usual, of all empresas. */
  'potencias.raras': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({}),
    response: z.array(PotenciaRara),
  },
  'clima.listar': { servicio: 'automation', kind: 'read', request: DeEmpresa, response: z.array(ReglaClima) },
  'clima.crear': {
    servicio: 'automation',
    kind: 'write',
    request: ReglaClimaSave.extend(Making),
    response: ReglaClima,
  },
  'clima.actualizar': {
    servicio: 'automation',
    kind: 'write',
    request: ReglaClimaSave.extend({ id: Id }),
    response: ReglaClima,
  },
  'clima.eliminar': { servicio: 'automation', kind: 'write', request: PorId, response: Nothing },
  'clima.mandos': { servicio: 'automation', kind: 'read', request: DeEmpresa, response: z.array(SwitchControl) },
  /** For alerts: the switches that an active rule turns on and off, of all empresas. */
  'clima.con_regla': { servicio: 'automation', kind: 'read', request: z.object({}), response: z.array(Id) },
  /** For alerts: the empresas that are not planned as they ask, with why. */
  'programas.sin_planear': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({}),
    response: z.array(SinPlanear),
  },
  'clima.derivados': {
    servicio: 'automation',
    kind: 'read',
    request: z.object({ switch_id: Id, desde: Fecha.optional(), hasta: Fecha.optional(), base: z.number() }),
    response: z.array(DerivadosDia),
    timeout_ms: 12_000,
  },
  'no_regar.eliminar': { servicio: 'automation', kind: 'write', request: PorId, response: Nothing },
} as const satisfies Record<string, CallDefinition>;
