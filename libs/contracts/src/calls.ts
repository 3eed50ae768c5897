import { z } from 'zod';
import { AuditoriaBusqueda, AuditoriaFila, AuditoriaPagina, AuditoriaPedido } from './auditoria.js';
import type { Servicio } from './caller.js';
import { AccionComando, Comando, ComandoAceptado, ComandoDispositivo } from './comando.js';
import { Id, Nada } from './common.js';
import { Dispositivo, DispositivoGuardar, LecturaEnVivo, Metricas } from './dispositivo.js';
import { Empresa, EmpresaFicha, EmpresaGuardar, EmpresaOpcion } from './empresa.js';
import { EnergiaDia, SerieEnergia } from './energia.js';
import { EstadoPlaca, UltimoGuardado } from './estado.js';
import { EncendidoDia, EventoHistorial, PosicionEvento, PuntoHistorial, PUNTOS_MAXIMO } from './historial.js';
import { Descarte, Placa, PlacaConexion, PlacaCredencial, PlacasRegistrar } from './placa.js';
import { RangoDeSerie, SerieSensores } from './serie.js';
import { CambiarClave, Entrar, SesionAbierta, SesionVigente } from './sesion.js';
import { Bloqueo, BloqueoGuardar, Switch, SwitchEnVivo, SwitchGuardar, SwitchesGuardados } from './switch.js';
import { Asignaciones, Usuario, UsuarioGuardar } from './usuario.js';

/** A read may be sent again when its instance dies; a write never is (its caller gets `resultado_desconocido`). */
export type CallKind = 'read' | 'write';

interface CallDefinition {
  servicio: Servicio;
  kind: CallKind;
  request: z.ZodType;
  response: z.ZodType;
  /** Longest a caller waits, ms; CALL_TIMEOUT_MS unless said. */
  timeout_ms?: number;
}

export const CALL_TIMEOUT_MS = 5_000;

const PorId = z.object({ id: Id });
const PorPlaca = z.object({ placa_id: Id });
const DeEmpresa = z.object({ empresa_id: Id.optional() });
const DeUsuario = z.object({ usuario_id: Id });
const Salud = {
  kind: 'read',
  request: Nada,
  response: z.object({ instancia: z.string() }),
  timeout_ms: 2_000,
} as const;

const authTenancy = {
  'auth-tenancy.salud': { servicio: 'auth-tenancy', ...Salud },
  'sesiones.entrar': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: Entrar.extend({ ip: z.string(), navegador: z.string() }),
    response: SesionAbierta,
    timeout_ms: 10_000,
  },
  'sesiones.salir': { servicio: 'auth-tenancy', kind: 'write', request: z.object({ sid: z.string() }), response: Nada },
  /** The sessions of the list that still hold; what is missing from the answer has ended. */
  'sesiones.verificar': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: z.object({
      sesiones: z.array(z.object({ sid: z.string(), usuario_id: Id, ver: z.number().int() })).max(500),
    }),
    response: z.array(SesionVigente),
  },
  'cuenta.cambiar_clave': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: CambiarClave.extend({ ip: z.string(), navegador: z.string() }),
    response: SesionAbierta,
    timeout_ms: 10_000,
  },
  'empresas.listar': { servicio: 'auth-tenancy', kind: 'read', request: Nada, response: z.array(Empresa) },
  'empresas.seleccion': { servicio: 'auth-tenancy', kind: 'read', request: Nada, response: z.array(EmpresaOpcion) },
  'empresas.obtener': { servicio: 'auth-tenancy', kind: 'read', request: PorId, response: Empresa },
  /** For services: what they need to know of a company; `no_encontrado` when the caller may not see it. */
  'empresas.ficha': { servicio: 'auth-tenancy', kind: 'read', request: PorId, response: EmpresaFicha },
  'empresas.crear': { servicio: 'auth-tenancy', kind: 'write', request: EmpresaGuardar, response: Empresa },
  'empresas.actualizar': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: EmpresaGuardar.extend({ id: Id }),
    response: Empresa,
  },
  'empresas.activar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Empresa },
  'empresas.desactivar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Empresa },
  'empresas.eliminar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Nada },
  'usuarios.listar': { servicio: 'auth-tenancy', kind: 'read', request: DeEmpresa, response: z.array(Usuario) },
  'usuarios.crear': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: UsuarioGuardar,
    response: Usuario,
    timeout_ms: 10_000,
  },
  'usuarios.actualizar': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: UsuarioGuardar.extend({ id: Id }),
    response: Usuario,
    timeout_ms: 10_000,
  },
  /** For services that write down who did something. */
  'usuarios.nombre': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: PorId,
    response: z.object({ nombre: z.string() }),
  },
  'usuarios.suspender': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Usuario },
  'usuarios.reactivar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Usuario },
  'usuarios.eliminar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Nada },
  /** The whole installation's trail: inventory is asked for its part. */
  'auditoria.listar': { servicio: 'auth-tenancy', kind: 'read', request: AuditoriaPedido, response: AuditoriaPagina },
  /** For services whose cached grants are missing. */
  'asignaciones.de_usuario': { servicio: 'auth-tenancy', kind: 'read', request: DeUsuario, response: Asignaciones },
} as const satisfies Record<string, CallDefinition>;

const inventory = {
  'inventory.salud': { servicio: 'inventory', ...Salud },
  'dispositivos.listar': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(Dispositivo) },
  'dispositivos.de_usuario': {
    servicio: 'inventory',
    kind: 'read',
    request: DeUsuario,
    response: z.array(Dispositivo),
  },
  'dispositivos.crear': { servicio: 'inventory', kind: 'write', request: DispositivoGuardar, response: Dispositivo },
  'dispositivos.actualizar': {
    servicio: 'inventory',
    kind: 'write',
    request: DispositivoGuardar.extend({ id: Id }),
    response: Dispositivo,
  },
  'dispositivos.suspender': { servicio: 'inventory', kind: 'write', request: PorId, response: Dispositivo },
  'dispositivos.reactivar': { servicio: 'inventory', kind: 'write', request: PorId, response: Dispositivo },
  'dispositivos.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nada },
  'switches.listar': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(Switch) },
  'switches.panel': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(SwitchEnVivo) },
  'switches.de_usuario': { servicio: 'inventory', kind: 'read', request: DeUsuario, response: z.array(SwitchEnVivo) },
  'switches.guardar_lote': {
    servicio: 'inventory',
    kind: 'write',
    request: z.object({ switches: z.array(SwitchGuardar) }),
    response: SwitchesGuardados,
  },
  'switches.eliminar': { servicio: 'inventory', kind: 'write', request: PorId, response: Nada },
  'placas.listar': { servicio: 'inventory', kind: 'read', request: DeEmpresa, response: z.array(Placa) },
  'placas.registrar': {
    servicio: 'inventory',
    kind: 'write',
    request: PlacasRegistrar,
    response: z.array(PlacaCredencial),
    timeout_ms: 10_000,
  },
  'placas.renovar_credencial': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: PlacaCredencial },
  'placas.revocar': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: Nada },
  'placas.eliminar': { servicio: 'inventory', kind: 'write', request: PorPlaca, response: Nada },
  /** For auth-tenancy, in the person's name: inventory's part of the trail. */
  'inventario.auditoria': {
    servicio: 'inventory',
    kind: 'read',
    request: AuditoriaBusqueda,
    response: z.array(AuditoriaFila),
  },
  /** For auth-tenancy: refuses with `no_encontrado` unless every id belongs to the company. */
  'inventario.verificar': {
    servicio: 'inventory',
    kind: 'read',
    request: z.object({ empresa_id: Id, dispositivos: z.array(Id), switches: z.array(Id) }),
    response: Nada,
  },
} as const satisfies Record<string, CallDefinition>;

const deviceGateway = {
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
    response: z.array(PlacaConexion),
  },
  'placas.descartes': {
    servicio: 'device-gateway',
    kind: 'read',
    request: PorPlaca.extend({ limite: z.number().int().min(1).max(500).default(100) }),
    response: z.array(Descarte),
  },
  /** Answers once the cloud took it (or after a short bound, with the state it is in). */
  'dispositivos.comandar': {
    servicio: 'device-gateway',
    kind: 'write',
    request: z.object({ id: Id, accion: AccionComando, ip: z.string(), navegador: z.string() }),
    response: ComandoDispositivo,
    timeout_ms: 13_000,
  },
  /** Answers once it left for the board, or at once when the board is not connected. `clave`: Idempotency-Key of the request. */
  'switches.comandar': {
    servicio: 'device-gateway',
    kind: 'write',
    request: z.object({
      id: Id,
      accion: AccionComando,
      duracion_s: z.number().int().min(1).optional(),
      clave: z.string().min(1).max(128).nullable(),
      ip: z.string(),
      navegador: z.string(),
    }),
    response: ComandoAceptado,
  },
  'switches.bloquear': {
    servicio: 'device-gateway',
    kind: 'write',
    request: BloqueoGuardar.extend({ id: Id }),
    response: Bloqueo,
  },
  'switches.desbloquear': { servicio: 'device-gateway', kind: 'write', request: PorId, response: Nada },
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
    response: Nada,
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

const telemetryHistory = {
  'telemetry-history.salud': { servicio: 'telemetry-history', ...Salud },
  'historial.puntos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ switch_id: Id, limit: z.number().int().min(1).max(PUNTOS_MAXIMO) }),
    response: z.array(PuntoHistorial),
    timeout_ms: 12_000,
  },
  'historial.eventos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({
      usuario_id: Id,
      desde: z.string().optional(),
      hasta: z.string().optional(),
      antes: PosicionEvento.optional(),
    }),
    response: z.array(EventoHistorial),
    timeout_ms: 12_000,
  },
  'historial.encendido': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ switch_id: Id, desde: z.string().optional(), hasta: z.string().optional() }),
    response: z.array(EncendidoDia),
    timeout_ms: 12_000,
  },
  'historial.serie': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: RangoDeSerie.extend({ switch_id: Id }),
    response: SerieSensores,
    timeout_ms: 12_000,
  },
  'energia.serie': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: RangoDeSerie.extend({ dispositivo_id: Id }),
    response: SerieEnergia,
    timeout_ms: 12_000,
  },
  'energia.dias': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ dispositivo_id: Id, desde: z.string().optional(), hasta: z.string().optional() }),
    response: z.array(EnergiaDia),
    timeout_ms: 12_000,
  },
  /** For device-gateway: newest stored samples, to rebuild a lost last-known state. */
  'telemetria.ultimos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(UltimoGuardado),
  },
} as const satisfies Record<string, CallDefinition>;

/** Every request/response between services: name → addressee, kind, schemas. */
export const CALLS = { ...authTenancy, ...inventory, ...deviceGateway, ...telemetryHistory } as const;

export type CallName = keyof typeof CALLS;
/** What the caller passes (before defaults and transforms). */
export type CallInput<N extends CallName> = z.input<(typeof CALLS)[N]['request']>;
/** What the handler receives (validated). */
export type CallRequest<N extends CallName> = z.output<(typeof CALLS)[N]['request']>;
export type CallResponse<N extends CallName> = z.output<(typeof CALLS)[N]['response']>;

export const callsOf = (servicio: Servicio): CallName[] =>
  (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].servicio === servicio);
