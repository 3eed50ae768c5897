import { z } from 'zod';
import { AuditoriaConsulta, AuditoriaPagina } from './auditoria.js';
import { Comando, ComandoAceptado, ComandoDispositivo, ComandoSwitch } from './comando.js';
import { Fecha, IdTexto, Nada, Rol } from './common.js';
import { Dispositivo, DispositivoGuardar, LecturaEnVivo, Metricas } from './dispositivo.js';
import { Empresa, EmpresaGuardar, EmpresaOpcion } from './empresa.js';
import { rutasEnergia } from './energia-http.js';
import {
  EncendidoDia,
  EventoHistorial,
  PosicionEvento,
  PuntoHistorial,
  PUNTOS_MAXIMO,
  PUNTOS_POR_OMISION,
} from './historial.js';
import { Descarte, Placa, PlacaCredencial, PlacaDireccion, PlacasRegistrar } from './placa.js';
import { RangoYAncho, SerieSensores } from './serie.js';
import { CambiarClave, Entrar, SesionAbierta } from './sesion.js';
import { Bloqueo, BloqueoGuardar, Switch, SwitchEnVivo, SwitchesGuardados, SwitchesGuardar } from './switch.js';
import { Usuario, UsuarioGuardar } from './usuario.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteDefinition {
  method: HttpMethod;
  /** Below /api, in Express form. */
  path: string;
  /** Who may: 'publico', or the roles. Ids are scoped further by the services. */
  access: 'publico' | readonly Rol[];
  status: 200 | 201 | 202 | 204;
  resumen: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** A schema, or the media type of a streamed file. */
  response: z.ZodType | 'text/csv';
  /** In the contract, served by a later release: answers 404 until then. Kept here so that its shape is agreed on. */
  pendiente?: true;
}

const GLOBAL = ['admin_global'] as const;
const ADMINS = ['admin_global', 'admin_empresa'] as const;
const TODOS = ['admin_global', 'admin_empresa', 'usuario'] as const;

const PorId = z.object({ id: IdTexto });
const PorPlaca = z.object({ placa_id: IdTexto });
const DeEmpresa = z.object({ empresa_id: IdTexto.optional() });
const DeUsuario = z.object({ usuario_id: IdTexto });
const Dia = z.preprocess((value) => (value === '' ? undefined : value), Fecha.optional());

const sesion = {
  'auth.entrar': {
    method: 'POST',
    path: '/auth/login',
    access: 'publico',
    status: 200,
    resumen: 'Entrar',
    body: Entrar,
    response: SesionAbierta,
  },
  'auth.salir': {
    method: 'POST',
    path: '/auth/logout',
    access: TODOS,
    status: 204,
    resumen: 'Terminar la sesión',
    response: Nada,
  },
  'cuenta.clave': {
    method: 'POST',
    path: '/cuenta/clave',
    access: TODOS,
    status: 200,
    resumen: 'Cambiar la contraseña propia; termina las demás sesiones',
    body: CambiarClave,
    response: SesionAbierta,
  },
  salud: {
    method: 'GET',
    path: '/health',
    access: 'publico',
    status: 200,
    resumen: 'Estado de los servicios (503 con los que no responden)',
    response: z.object({ status: z.string(), sin_respuesta: z.array(z.string()).optional() }),
  },
} as const satisfies Record<string, RouteDefinition>;

const empresas = {
  'empresas.listar': {
    method: 'GET',
    path: '/empresas',
    access: GLOBAL,
    status: 200,
    resumen: 'Empresas',
    response: z.array(Empresa),
  },
  'empresas.seleccion': {
    method: 'GET',
    path: '/empresas/select',
    access: ADMINS,
    status: 200,
    resumen: 'Empresas para elegir (la propia, para admin_empresa)',
    response: z.array(EmpresaOpcion),
  },
  'empresas.obtener': {
    method: 'GET',
    path: '/empresas/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Una empresa',
    params: PorId,
    response: Empresa,
  },
  'empresas.crear': {
    method: 'POST',
    path: '/empresas',
    access: GLOBAL,
    status: 201,
    resumen: 'Crear empresa',
    body: EmpresaGuardar,
    response: Empresa,
  },
  'empresas.actualizar': {
    method: 'PUT',
    path: '/empresas/:id',
    access: GLOBAL,
    status: 200,
    resumen: 'Guardar empresa',
    params: PorId,
    body: EmpresaGuardar,
    response: Empresa,
  },
  'empresas.desactivar': {
    method: 'PATCH',
    path: '/empresas/:id/desactivar',
    access: GLOBAL,
    status: 200,
    resumen: 'Suspender empresa',
    params: PorId,
    response: Empresa,
  },
  'empresas.activar': {
    method: 'PATCH',
    path: '/empresas/:id/activar',
    access: GLOBAL,
    status: 200,
    resumen: 'Reactivar empresa',
    params: PorId,
    response: Empresa,
  },
  'empresas.eliminar': {
    method: 'DELETE',
    path: '/empresas/:id',
    access: GLOBAL,
    status: 204,
    resumen: 'Eliminar empresa',
    params: PorId,
    response: Nada,
  },
} as const satisfies Record<string, RouteDefinition>;

const usuarios = {
  'usuarios.listar': {
    method: 'GET',
    path: '/usuarios',
    access: ADMINS,
    status: 200,
    resumen: 'Usuarios',
    query: DeEmpresa,
    response: z.array(Usuario),
  },
  'usuarios.crear': {
    method: 'POST',
    path: '/usuarios',
    access: ADMINS,
    status: 201,
    resumen: 'Crear usuario',
    body: UsuarioGuardar,
    response: Usuario,
  },
  'usuarios.actualizar': {
    method: 'PUT',
    path: '/usuarios/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Guardar usuario',
    params: PorId,
    body: UsuarioGuardar,
    response: Usuario,
  },
  'usuarios.suspender': {
    method: 'PATCH',
    path: '/usuarios/:id/suspender',
    access: ADMINS,
    status: 200,
    resumen: 'Suspender usuario',
    params: PorId,
    response: Usuario,
  },
  'usuarios.reactivar': {
    method: 'PATCH',
    path: '/usuarios/:id/reactivar',
    access: ADMINS,
    status: 200,
    resumen: 'Reactivar usuario',
    params: PorId,
    response: Usuario,
  },
  'usuarios.eliminar': {
    method: 'DELETE',
    path: '/usuarios/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Eliminar usuario',
    params: PorId,
    response: Nada,
  },
} as const satisfies Record<string, RouteDefinition>;

const dispositivos = {
  'dispositivos.listar': {
    method: 'GET',
    path: '/dispositivos',
    access: ADMINS,
    status: 200,
    resumen: 'Dispositivos',
    query: DeEmpresa,
    response: z.array(Dispositivo),
  },
  'dispositivos.de_usuario': {
    method: 'GET',
    path: '/dispositivos/usuario',
    access: TODOS,
    status: 200,
    resumen: 'Dispositivos asignados a un usuario',
    query: DeUsuario,
    response: z.array(Dispositivo),
  },
  'dispositivos.crear': {
    method: 'POST',
    path: '/dispositivos',
    access: ADMINS,
    status: 201,
    resumen: 'Crear dispositivo',
    body: DispositivoGuardar,
    response: Dispositivo,
  },
  'dispositivos.actualizar': {
    method: 'PUT',
    path: '/dispositivos/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Guardar dispositivo',
    params: PorId,
    body: DispositivoGuardar,
    response: Dispositivo,
  },
  'dispositivos.suspender': {
    method: 'PATCH',
    path: '/dispositivos/:id/suspender',
    access: ADMINS,
    status: 200,
    resumen: 'Suspender dispositivo',
    params: PorId,
    response: Dispositivo,
  },
  'dispositivos.reactivar': {
    method: 'PATCH',
    path: '/dispositivos/:id/reactivar',
    access: ADMINS,
    status: 200,
    resumen: 'Reactivar dispositivo',
    params: PorId,
    response: Dispositivo,
  },
  'dispositivos.eliminar': {
    method: 'DELETE',
    path: '/dispositivos/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Eliminar dispositivo',
    params: PorId,
    response: Nada,
  },
  'dispositivos.encender': {
    method: 'POST',
    path: '/dispositivos/:id/on',
    access: TODOS,
    status: 200,
    resumen: 'Encender un actuador',
    params: PorId,
    response: ComandoDispositivo,
  },
  'dispositivos.apagar': {
    method: 'POST',
    path: '/dispositivos/:id/off',
    access: TODOS,
    status: 200,
    resumen: 'Apagar un actuador',
    params: PorId,
    response: ComandoDispositivo,
  },
  'dispositivos.metricas': {
    method: 'GET',
    path: '/dispositivos/:id/metrics',
    access: TODOS,
    status: 200,
    resumen: 'Métricas de una centinela',
    params: PorId,
    response: Metricas,
  },
  'monitor.en_vivo': {
    method: 'GET',
    path: '/monitor/devices/:id/live',
    access: TODOS,
    status: 200,
    resumen: 'Lectura en vivo; nocache=1 la fuerza',
    params: PorId,
    query: z.object({ nocache: z.literal('1').optional() }),
    response: LecturaEnVivo,
  },
} as const satisfies Record<string, RouteDefinition>;

const switches = {
  'switches.listar': {
    method: 'GET',
    path: '/switches',
    access: ADMINS,
    status: 200,
    resumen: 'Switches',
    query: DeEmpresa,
    response: z.array(Switch),
  },
  'switches.guardar_lote': {
    method: 'POST',
    path: '/switches/bulk',
    access: ADMINS,
    status: 200,
    resumen: 'Crear y guardar switches: todos o ninguno',
    body: SwitchesGuardar,
    response: SwitchesGuardados,
  },
  'switches.panel': {
    method: 'GET',
    path: '/switches/panel',
    access: ADMINS,
    status: 200,
    resumen: 'Switches de una empresa con lo último que dijo su placa',
    query: DeEmpresa,
    response: z.array(SwitchEnVivo),
  },
  'switches.de_usuario': {
    method: 'GET',
    path: '/switches/usuario',
    access: TODOS,
    status: 200,
    resumen: 'Switches asignados a un usuario, con su estado',
    query: DeUsuario,
    response: z.array(SwitchEnVivo),
  },
  'switches.eliminar': {
    method: 'DELETE',
    path: '/switches/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Eliminar switch',
    params: PorId,
    response: Nada,
  },
  'switches.encender': {
    method: 'POST',
    path: '/switches/:id/on',
    access: TODOS,
    status: 202,
    resumen: 'Pedir a la placa que encienda',
    params: PorId,
    body: ComandoSwitch,
    response: ComandoAceptado,
  },
  'switches.apagar': {
    method: 'POST',
    path: '/switches/:id/off',
    access: TODOS,
    status: 202,
    resumen: 'Pedir a la placa que apague',
    params: PorId,
    body: ComandoSwitch,
    response: ComandoAceptado,
  },
  'switches.bloquear': {
    method: 'POST',
    path: '/switches/:id/bloqueo',
    access: TODOS,
    status: 200,
    resumen: 'Bloquear: nadie puede encenderlo hasta que se libere',
    params: PorId,
    body: BloqueoGuardar,
    response: Bloqueo,
  },
  'switches.desbloquear': {
    method: 'DELETE',
    path: '/switches/:id/bloqueo',
    access: TODOS,
    status: 204,
    resumen: 'Liberar el bloqueo (quien lo puso, o un administrador)',
    params: PorId,
    response: Nada,
  },
} as const satisfies Record<string, RouteDefinition>;

const historial = {
  'historial.puntos': {
    method: 'GET',
    path: '/switches/historial',
    access: TODOS,
    status: 200,
    resumen: 'Últimos puntos de temperatura y humedad, del más viejo al más nuevo',
    query: z.object({
      switch_id: IdTexto,
      limit: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number)
        .pipe(z.number().min(1).max(PUNTOS_MAXIMO))
        .default(PUNTOS_POR_OMISION),
    }),
    response: z.array(PuntoHistorial),
  },
  'historial.serie': {
    method: 'GET',
    path: '/switches/historial/serie',
    access: TODOS,
    status: 200,
    resumen:
      'Temperatura y humedad de un switch en a lo más `ancho` puntos (promedio, mínimo y máximo; los huecos, null)',
    query: z.object({ switch_id: IdTexto, ...RangoYAncho }),
    response: SerieSensores,
  },
  'historial.eventos': {
    method: 'GET',
    path: '/switches/historial/usuario',
    access: TODOS,
    status: 200,
    resumen: 'Encendidos y apagados de los switches de un usuario, del más nuevo al más viejo',
    // `antes` = the `_id` of an entry: those before it, however old, a page at a time. Without it as the spec says.
    query: z.object({ usuario_id: IdTexto, desde: Dia, hasta: Dia, antes: PosicionEvento.optional() }),
    response: z.array(EventoHistorial),
  },
  'historial.encendido': {
    method: 'GET',
    path: '/switches/historial/encendido',
    access: TODOS,
    status: 200,
    resumen: 'Minutos ENCENDIDO por día de un switch, en la zona horaria de la empresa (sin fechas: 30 días)',
    query: z.object({ switch_id: IdTexto, desde: Dia, hasta: Dia }),
    response: z.array(EncendidoDia),
  },
  'historial.csv_sensores': {
    method: 'GET',
    path: '/switches/historial/temp/csv',
    access: TODOS,
    status: 200,
    resumen: 'Temperatura y humedad de un switch, CSV',
    query: z.object({ switch_id: IdTexto, desde: Dia, hasta: Dia }),
    response: 'text/csv',
  },
  'historial.csv_estados': {
    method: 'GET',
    path: '/switches/historial/estados/csv',
    access: TODOS,
    status: 200,
    resumen: 'Encendidos y apagados de una empresa (los asignados, para un usuario), CSV',
    query: z.object({ empresa_id: IdTexto, desde: Dia, hasta: Dia }),
    response: 'text/csv',
  },
} as const satisfies Record<string, RouteDefinition>;

const placas = {
  'placas.listar': {
    method: 'GET',
    path: '/placas',
    access: ADMINS,
    status: 200,
    resumen: 'Placas',
    query: DeEmpresa,
    response: z.array(Placa),
  },
  'placas.direccion': {
    method: 'GET',
    path: '/placas/direccion',
    access: ADMINS,
    status: 200,
    resumen: 'Dirección MQTT a la que se conectan las placas',
    response: PlacaDireccion,
  },
  'placas.registrar': {
    method: 'POST',
    path: '/placas',
    access: GLOBAL,
    status: 201,
    resumen: 'Registrar placas y emitir sus credenciales (se muestran una sola vez)',
    body: PlacasRegistrar,
    response: z.array(PlacaCredencial),
  },
  'placas.renovar_credencial': {
    method: 'POST',
    path: '/placas/:placa_id/credencial',
    access: ADMINS,
    status: 201,
    resumen: 'Emitir credenciales nuevas; las anteriores dejan de valer',
    params: PorPlaca,
    response: PlacaCredencial,
  },
  'placas.revocar': {
    method: 'POST',
    path: '/placas/:placa_id/revocar',
    access: ADMINS,
    status: 204,
    resumen: 'Revocar las credenciales y cortar la conexión',
    params: PorPlaca,
    response: Nada,
  },
  'placas.eliminar': {
    method: 'DELETE',
    path: '/placas/:placa_id',
    access: GLOBAL,
    status: 204,
    resumen: 'Eliminar placa sin switches',
    params: PorPlaca,
    response: Nada,
  },
  'placas.descartes': {
    method: 'GET',
    path: '/placas/:placa_id/descartes',
    access: ADMINS,
    status: 200,
    resumen: 'Mensajes de la placa que no se guardaron, con su motivo',
    params: PorPlaca,
    response: z.array(Descarte),
  },
} as const satisfies Record<string, RouteDefinition>;

const bitacoras = {
  'comandos.listar': {
    method: 'GET',
    path: '/comandos',
    access: TODOS,
    status: 200,
    resumen: 'Comandos pedidos, del más nuevo al más viejo (hasta 200)',
    query: z.object({
      empresa_id: IdTexto.optional(),
      switch_id: IdTexto.optional(),
      dispositivo_id: IdTexto.optional(),
    }),
    response: z.array(Comando),
  },
  'auditoria.listar': {
    method: 'GET',
    path: '/auditoria',
    access: ADMINS,
    status: 200,
    resumen: 'Quién cambió qué y cuándo',
    query: AuditoriaConsulta,
    response: AuditoriaPagina,
  },
} as const satisfies Record<string, RouteDefinition>;

/** Every call of the product's HTTP door. Guards, OpenAPI, the web's client and the access-matrix test all read this. */
export const ROUTES = {
  ...sesion,
  ...empresas,
  ...usuarios,
  ...dispositivos,
  ...rutasEnergia,
  ...historial,
  ...switches,
  ...placas,
  ...bitacoras,
} as const;

export type RouteName = keyof typeof ROUTES;

type Part<N extends RouteName, K extends 'params' | 'query' | 'body'> =
  (typeof ROUTES)[N] extends Record<K, infer S extends z.ZodType> ? S : never;
/** Validated parts of a request, as a controller receives them. */
export type RouteParams<N extends RouteName> = z.output<Part<N, 'params'>>;
export type RouteQuery<N extends RouteName> = z.output<Part<N, 'query'>>;
export type RouteBody<N extends RouteName> = z.output<Part<N, 'body'>>;
/** The same as a client writes them. */
export type RouteParamsInput<N extends RouteName> = z.input<Part<N, 'params'>>;
export type RouteQueryInput<N extends RouteName> = z.input<Part<N, 'query'>>;
export type RouteBodyInput<N extends RouteName> = z.input<Part<N, 'body'>>;
export type RouteResponse<N extends RouteName> = (typeof ROUTES)[N]['response'] extends z.ZodType
  ? z.output<(typeof ROUTES)[N]['response']>
  : string;

/** Body of every error answer. */
export const CuerpoDeError = z.object({
  codigo: z.string(),
  mensaje: z.string(),
  trace_id: z.string(),
  detalles: z.array(z.object({ campo: z.string(), mensaje: z.string() })).optional(),
  /** With `version_vieja`: what is stored now, in the shape of the route's answer; of POST /switches/bulk the stale switches. */
  actual: z.unknown().optional(),
});
export type CuerpoDeError = z.infer<typeof CuerpoDeError>;
