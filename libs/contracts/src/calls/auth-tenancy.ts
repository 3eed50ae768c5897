import { z } from 'zod';
import { AuditoriaPage, AuditoriaRequest } from '../auditoria.js';
import { FlagOutput, Id, Nothing, Pagina, Rol } from '../common.js';
import { Empresa, EmpresaProfile, EmpresaSave, EmpresaOption, EmpresaTelegram } from '../empresa.js';
import { Importacion, ImportResultado } from '../importacion.js';
import { MuroLink, MuroCreado, MuroSave } from '../muro.js';
import {
  ConfirmarSegundoPaso,
  ExigirSegundoPaso,
  Huella,
  PrepararSegundoPaso,
  QuitarSegundoPaso,
  Respaldos,
  SegundoPaso,
  SegundoPasoDeEmpresa,
  SegundoPasoKey,
  OwnSession,
} from '../segundo-paso.js';
import { ChangePassword, LogIn, OpenSession, UsuarioDeSesion, ValidSession } from '../session.js';
import { TarifasDeEmpresa, TarifasSave } from '../tarifa.js';
import { Token, TokenCreado, TokenSave, ValidToken } from '../token.js';
import { Asignaciones, Usuario, UsuarioSave } from '../usuario.js';
import { Vistas } from '../vista.js';
import { type CallDefinition, PorId, DeEmpresa, DeUsuario, ListRequest, Salud } from './call.js';

export const authTenancy = {
  'auth-tenancy.salud': { servicio: 'auth-tenancy', ...Salud },
  'sesiones.entrar': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: LogIn.extend({ ip: z.string(), navegador: z.string() }),
    response: OpenSession,
    timeout_ms: 10_000,
  },
  'sesiones.salir': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: z.object({ sid: z.string() }),
    response: Nothing,
  },
  /** The sessions of the list that are still valid; a session missing from the answer has ended. */
  'sesiones.verificar': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: z.object({
      sesiones: z.array(z.object({ sid: z.string(), usuario_id: Id, ver: z.number().int() })).max(500),
    }),
    response: z.array(ValidSession),
  },
  'cuenta.leer': { servicio: 'auth-tenancy', kind: 'read', request: Nothing, response: UsuarioDeSesion },
  'cuenta.cambiar_clave': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: ChangePassword.extend({ ip: z.string(), navegador: z.string() }),
    response: OpenSession,
    timeout_ms: 10_000,
  },
  'cuenta.segundo_paso': { servicio: 'auth-tenancy', kind: 'read', request: Nothing, response: SegundoPaso },
  'cuenta.preparar_segundo_paso': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: PrepararSegundoPaso,
    response: SegundoPasoKey,
    timeout_ms: 10_000,
  },
  'cuenta.confirmar_segundo_paso': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: ConfirmarSegundoPaso,
    response: Respaldos,
  },
  'cuenta.quitar_segundo_paso': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: QuitarSegundoPaso,
    response: Nothing,
    timeout_ms: 10_000,
  },
  'cuenta.sesiones': { servicio: 'auth-tenancy', kind: 'read', request: Nothing, response: z.array(OwnSession) },
  'cuenta.cerrar_sesion': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: z.object({ huella: Huella }),
    response: Nothing,
  },
  'usuarios.segundo_paso': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: DeEmpresa,
    response: SegundoPasoDeEmpresa,
  },
  'usuarios.exigir_segundo_paso': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: ExigirSegundoPaso,
    response: Nothing,
  },
  'usuarios.quitar_segundo_paso': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Nothing },
  'empresas.listar': { servicio: 'auth-tenancy', kind: 'read', request: Pagina, response: z.array(Empresa) },
  'empresas.seleccion': { servicio: 'auth-tenancy', kind: 'read', request: Nothing, response: z.array(EmpresaOption) },
  'empresas.obtener': { servicio: 'auth-tenancy', kind: 'read', request: PorId, response: Empresa },
  /** For services: an empresa's profile; `no_encontrado` when the caller may not see it. */
  'empresas.ficha': { servicio: 'auth-tenancy', kind: 'read', request: PorId, response: EmpresaProfile },
  /** For services: whether the company exists; `servicio_no_disponible` while a transaction that may create it is open. */
  'empresas.existe': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: PorId,
    response: z.object({ existe: FlagOutput }),
  },
  /** For alerts only: the empresas that have a bot, with their sealed tokens. */
  'empresas.telegram': { servicio: 'auth-tenancy', kind: 'read', request: Nothing, response: z.array(EmpresaTelegram) },
  /** For alerts only: the group became a supergroup. Does nothing when the stored chat is no longer `antes`. */
  'empresas.telegram_migrar': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: PorId.extend({ antes: z.string(), ahora: z.string().max(64) }),
    response: Nothing,
  },
  'empresas.crear': { servicio: 'auth-tenancy', kind: 'write', request: EmpresaSave, response: Empresa },
  'empresas.actualizar': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: EmpresaSave.extend({ id: Id }),
    response: Empresa,
  },
  'empresas.activar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Empresa },
  'empresas.desactivar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Empresa },
  'empresas.eliminar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Nothing },
  /** Prices by hour of an empresa; without one, of the caller's. */
  'tarifas.leer': { servicio: 'auth-tenancy', kind: 'read', request: DeEmpresa, response: TarifasDeEmpresa },
  'tarifas.guardar': { servicio: 'auth-tenancy', kind: 'write', request: TarifasSave, response: TarifasDeEmpresa },
  'usuarios.listar': { servicio: 'auth-tenancy', kind: 'read', request: ListRequest, response: z.array(Usuario) },
  'usuarios.crear': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: UsuarioSave,
    response: Usuario,
    timeout_ms: 10_000,
  },
  'usuarios.actualizar': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: UsuarioSave.extend({ id: Id }),
    response: Usuario,
    timeout_ms: 10_000,
  },
  /** For services that record who did something. */
  'usuarios.nombre': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: PorId,
    response: z.object({ nombre: z.string() }),
  },
  /** The same for many usuarios; deleted ones are missing from the answer. */
  'usuarios.nombres': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: z.object({ ids: z.array(Id).max(1_000) }),
    response: z.array(z.object({ id: Id, nombre: z.string() })),
  },
  /** For alerts only: the person who pressed a button. `activo` 0 = suspended, or their empresa has expired. */
  'usuarios.identidad': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: PorId,
    response: z.object({ nombre: z.string(), rol: Rol, empresa_id: Id.nullable(), activo: FlagOutput }),
  },
  'usuarios.suspender': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Usuario },
  'usuarios.reactivar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Usuario },
  'usuarios.eliminar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Nothing },
  'muros.listar': { servicio: 'auth-tenancy', kind: 'read', request: DeEmpresa, response: z.array(MuroLink) },
  'muros.crear': { servicio: 'auth-tenancy', kind: 'write', request: MuroSave, response: MuroCreado },
  'muros.revocar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Nothing },
  'tokens.listar': { servicio: 'auth-tenancy', kind: 'read', request: DeEmpresa, response: z.array(Token) },
  'tokens.crear': { servicio: 'auth-tenancy', kind: 'write', request: TokenSave, response: TokenCreado },
  'tokens.revocar': { servicio: 'auth-tenancy', kind: 'write', request: PorId, response: Nothing },
  /** For api-gateway only: what the token with this SHA-256 hash may do now; null = nothing. */
  'tokens.abrir': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: z.object({ hash: z.string().length(64) }),
    response: z.object({ valido: ValidToken.nullable() }),
  },
  'vistas.leer': { servicio: 'auth-tenancy', kind: 'read', request: z.object({}), response: Vistas },
  'vistas.guardar': { servicio: 'auth-tenancy', kind: 'write', request: Vistas, response: Vistas },
  /** For api-gateway only: what the token with this SHA-256 hash may read; `enlace_invalido` without one. */
  'muros.abrir': {
    servicio: 'auth-tenancy',
    kind: 'read',
    request: z.object({ hash: z.string().length(64) }),
    response: z.object({ nombre: z.string(), empresa_id: Id.nullable() }),
  },
  /** The whole installation's trail: the answer merges the parts of the other services. */
  'auditoria.listar': { servicio: 'auth-tenancy', kind: 'read', request: AuditoriaRequest, response: AuditoriaPage },
  /** All of the file or nothing; the parts of inventory are written by it. */
  'importacion.hacer': {
    servicio: 'auth-tenancy',
    kind: 'write',
    request: Importacion,
    response: ImportResultado,
    timeout_ms: 45_000,
  },
  /** For services that have no cached grants. */
  'asignaciones.de_usuario': { servicio: 'auth-tenancy', kind: 'read', request: DeUsuario, response: Asignaciones },
} as const satisfies Record<string, CallDefinition>;
