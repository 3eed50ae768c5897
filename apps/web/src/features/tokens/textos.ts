import type { Permiso, TokenEstado } from '@acequia/contracts';

const permisos: Readonly<Record<Permiso, string>> = {
  leer: 'Leer',
  operar: 'Operar',
  medir: 'Medir',
  administrar: 'Administrar',
};
const permisosHelp: Readonly<Record<Permiso, string>> = {
  leer: 'Ve lo que hay, su estado, su historia y los avisos.',
  operar: 'Enciende, apaga, detiene riegos y reconoce avisos.',
  medir: 'Manda valores a puntos cuya fuente es la API.',
  administrar: 'Crea, cambia y elimina switches, placas, programas y reglas. Nunca personas ni tokens.',
};
const estados: Readonly<Record<TokenEstado, string>> = {
  vigente: 'Vigente',
  vencido: 'Vencido',
  sin_efecto: 'Sin efecto',
};

export const texts = {
  title: 'Tokens',
  help: 'Con un token un programa (un ERP, Node-RED, Grafana) usa la API en nombre de quien lo hizo y mientras este pueda, solo para lo que diga aquí. Lo que hace queda en Comandos y en Auditoría como API «nombre».',
  docs: 'Documentación de la API',
  fresh: 'Nuevo token',
  columns: {
    nombre: 'Nombre',
    permisos: 'Permisos',
    vence: 'Vence',
    usado: 'Último uso',
    quien: 'Lo hizo',
    estado: 'Estado',
  },
  permisos,
  permisosHelp,
  estados,
  never: 'Nunca',
  limit: (time: string) => `hasta ${time}`,
  empty: 'No hay ningún token: ningún programa usa la API de esta empresa.',
  noRows: 'No se pudieron cargar los tokens. Se intentará de nuevo.',
  fields: {
    nombre: 'Nombre del programa',
    empresas: 'Empresas',
    permisos: 'Qué puede hacer',
    max_min: 'Máximo encendido por orden (minutos)',
    sitios: 'Sitios',
    vence: 'Vale hasta el día',
  },
  maxHelp: 'Vacío: el máximo de cada switch. Con un máximo no ejecuta programas ni alarga turnos.',
  sitiosHelp: 'Vacío: toda la empresa. Separados por comas: solo lo que esté en esas placas y dispositivos.',
  sitiosClash: 'Medir y administrar no se limitan por sitio',
  inSitios: (sitios: string) => `en ${sitios}`,
  venceHelp: 'A lo más dos años. Se avisa siete días antes.',
  example: 'ERP',
  noPermiso: 'Elige al menos un permiso',
  noEmpresa: 'Elige al menos una empresa',
  badMax: 'De 1 a 1440 minutos',
  past: 'Elige un día que no haya pasado',
  saved: 'Token creado',
  saveError: 'Error al crear el token',
  secret: {
    title: 'Token nuevo',
    once: 'Cópialo ahora: no se volverá a mostrar.',
    label: 'Token',
    copy: 'Copiar el token',
    understood: 'Ya lo guardé',
    help: 'El programa lo envía en cada petición: «Authorization: Bearer» y el token. Si alguien más lo vio, revócalo y crea otro.',
  },
  revoke: {
    accion: 'Revocar',
    label: (nombre: string) => `Revocar el token ${nombre}`,
    question: '¿Revocar este token?',
    detalle: (nombre: string) => `El programa que usa «${nombre}» dejará de entrar de inmediato. No se puede deshacer.`,
    done: 'Token revocado',
    failure: 'No se pudo revocar el token',
  },
} as const;
