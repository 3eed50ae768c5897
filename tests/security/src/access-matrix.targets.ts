import type { RouteName } from '@acequia/contracts';

/** What an id in a request can name. `numero` is a board's number, `placa` its internal key. */
export type Entity =
  | 'empresa'
  | 'usuario'
  | 'dispositivo'
  | 'switch'
  | 'enclavamiento'
  | 'proteccion'
  | 'punto'
  | 'placa'
  | 'numero'
  | 'regla'
  | 'silencio'
  | 'canal'
  | 'aviso'
  | 'programa'
  | 'turno'
  | 'no_regar'
  | 'regla_clima'
  | 'muro'
  | 'token'
  | 'dossier'
  | 'imagen'
  | 'actualizacion';
export type Ids = Record<Entity | 'otroSwitch' | 'nivel', number>;

const POR_CAMPO: Record<string, Entity> = {
  empresa_id: 'empresa',
  usuario_id: 'usuario',
  switch_id: 'switch',
  bomba_id: 'switch',
  con_switch_id: 'switch',
  dispositivo_id: 'dispositivo',
  placa_id: 'placa',
  punto_id: 'punto',
  imagen_id: 'imagen',
  turno_id: 'turno',
};
const BY_ROUTE: Record<string, Entity> = {
  empresas: 'empresa',
  usuarios: 'usuario',
  dispositivos: 'dispositivo',
  monitor: 'dispositivo',
  switches: 'switch',
  enclavamientos: 'enclavamiento',
  protecciones: 'proteccion',
  puntos: 'punto',
  programas: 'programa',
  no_regar: 'no_regar',
  clima: 'regla_clima',
  avisos: 'aviso',
  muros: 'muro',
  tokens: 'token',
  dossieres: 'dossier',
  imagenes: 'imagen',
  actualizaciones: 'actualizacion',
};

/** The kind of the path's id where the route's name does not start with it. */
const POR_NOMBRE: Partial<Record<RouteName, Entity>> = {
  'avisos.eliminar_regla': 'regla',
  'avisos.eliminar_silencio': 'silencio',
  'avisos.eliminar_canal': 'canal',
  'avisos.actualizar_canal': 'canal',
};
/** A turn's id is text, so the turn is found by its program's number. */
export const asText = (key: string, id: number): number | string => (key === 'turno_id' ? `${id}-1-s${id}` : id);

export const entityOf = (name: RouteName, campo: string): Entity => {
  const entidad =
    campo === 'id' && POR_NOMBRE[name]
      ? POR_NOMBRE[name]
      : campo === 'id'
        ? BY_ROUTE[name.split('.')[0] ?? '']
        : POR_CAMPO[campo];
  if (!entidad) throw new Error(`${name} has an id, ${campo}, that the access matrix does not know: add it`);
  return entidad;
};

const token = (empresa_id: number) => ({
  empresa_id,
  nombre: 'ERP',
  permisos: ['leer'],
  vence: Date.now() + 86_400_000,
});

/** A month that is over. */
export const PAST_MONTH = '2024-02';

let emails = 0;
const usuario = (ids: Ids) => ({
  nombre: 'Ana',
  email: `matriz-${emails++}@acequia.test`,
  password: 'una clave de campo',
  rol: 'usuario',
  empresa_id: ids.empresa,
  dispositivos: [],
  switches: [],
});
let apparatuses = 0;
const dispositivo = (ids: Ids) => ({
  nombre: 'Bomba',
  // A company can have a device only once.
  shelly_id: `c45bbe5f9a${(0x100 + apparatuses++).toString(16)}`,
  tipo: 'shelly_1',
  empresa_id: ids.empresa,
});
const panel = (ids: Ids, cambios: object = {}) => ({
  switches: [
    {
      nombre: 'Válvula',
      tipo: 'selenoide',
      zona: 'Sector',
      empresa_id: ids.empresa,
      dispositivo_id: ids.numero,
      switch_site_id: 9,
      hardware_pin: 27,
      ...cambios,
    },
  ],
});

const enclavamiento = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  nombre: 'Bomba con válvula',
  tipo: 'requiere',
  switches: [ids.switch],
  bomba_id: ids.otroSwitch,
  ...cambios,
});

const proteccion = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  nombre: 'Pozo bajo',
  punto_id: ids.nivel,
  cuando: 'abajo',
  valor: 1,
  durante_s: 5,
  apaga: [ids.switch],
  sin_dato: 'apagar',
  libera: 'persona',
  ...cambios,
});

const actualizacion = (empresa_id: number, imagen_id = 1) => ({
  dialecto: 'acequia',
  firmware: { tipo: 'imagen', imagen_id, direccion: 'http://10.0.0.5' },
  empresa_id,
});

let pointPins = 0;
const punto = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  placa_id: ids.placa,
  // A pin has one point.
  fuente: { tipo: 'placa', driver: 'pulsos', pin: [13, 14, 16, 17, 18, 19, 21, 22, 23][pointPins++ % 9] },
  magnitud: 'volumen',
  nombre: 'Medidor',
  ...cambios,
});

const ofCentinela = (dispositivo_id: number) => ({
  placa_id: undefined,
  fuente: { tipo: 'centinela', dispositivo_id, campo: 'voltaje_a' },
  magnitud: 'voltaje',
});

let avisoEmails = 0;
const regla = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  tipo: 'temperatura_alta',
  activa: 1,
  ...cambios,
});
const silencio = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  hasta: Date.now() + 3_600_000,
  motivo: 'Mantenimiento',
  ...cambios,
});
const canal = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  canal: 'correo',
  destino: `avisos-${avisoEmails++}@acequia.test`,
  ...cambios,
});
const ajustes = (empresa_id: number) => ({
  empresa_id,
  descanso_desde: '22:00',
  descanso_hasta: '06:00',
  descanso_severidad: 'critica',
  resumen_hora: null,
});
const programa = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  nombre: 'Riego de la matriz',
  dias: ['lun'],
  inicios: ['05:00'],
  pasos: [{ switch_id: ids.switch, duracion_s: 60 }],
  ...cambios,
});
const noRegar = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  hasta: Date.now() + 86_400_000,
  motivo: 'Lluvia',
  ...cambios,
});

const reglaClima = (ids: Ids, cambios: object = {}) => ({
  empresa_id: ids.empresa,
  nombre: 'Ventilación',
  sensor_switch_id: ids.switch,
  valor: 'temperatura',
  cuando: 'arriba',
  etapas: [stage(ids.switch)],
  ...cambios,
});
const stage = (switch_id: number) => ({ switch_id, enciende: 28, apaga: 26, si_calla: 'apagado' });

type Body = (ids: Ids) => Record<string, unknown>;
type InBody = [entidad: Entity, con: (ids: Ids, id: number) => Record<string, unknown>];

/** A LoRaWAN node, of which both companies may have points. */
export const NODE = 'a84041000181c061';
let uplinks = 0;

/** A valid body with ids of the own company, for each route that needs one. */
export const BODIES: Partial<Record<RouteName, Body>> = {
  'empresas.crear': () => ({ nombre: 'Nueva', fecha_vencimiento: '2099-12-31' }),
  'empresas.actualizar': () => ({ nombre: 'Otra', fecha_vencimiento: '2099-12-31' }),
  'usuarios.crear': usuario,
  'usuarios.actualizar': usuario,
  'dispositivos.crear': dispositivo,
  'dispositivos.actualizar': dispositivo,
  'switches.guardar_lote': panel,
  'switches.encender': () => ({}),
  'switches.apagar': () => ({}),
  'switches.bloquear': () => ({ motivo: 'Mantenimiento' }),
  'enclavamientos.crear': enclavamiento,
  'enclavamientos.actualizar': enclavamiento,
  'protecciones.crear': proteccion,
  'protecciones.actualizar': proteccion,
  'protecciones.omitir': () => ({ minutos: 10 }),
  'puntos.crear': punto,
  'puntos.actualizar': punto,
  'medidas.guardar': (ids) => ({ medidas: [{ punto_id: ids.punto, ts: Date.now(), valor: 1 }] }),
  'lorawan.chirpstack': () => ({
    deduplicationId: `matriz-${uplinks++}`,
    time: new Date().toISOString(),
    deviceInfo: { devEui: NODE },
    object: { soil: 1 },
  }),
  'lorawan.tts': () => ({
    end_device_ids: { dev_eui: NODE },
    uplink_message: { f_cnt: uplinks++, received_at: new Date().toISOString(), decoded_payload: { soil: 1 } },
  }),
  'placas.actualizar': () => ({ sitio: 'Sector norte' }),
  'estado.reintentar': () => ({ clase: 'evento', cola: 'inventory', entrada: '1-1' }),
  'programas.crear': programa,
  'programas.actualizar': programa,
  'programas.vista_previa': programa,
  'turnos.detener': () => ({}),
  'turnos.detener_todo': (ids) => ({ empresa_id: ids.empresa }),
  'turnos.alargar': () => ({}),
  'turnos.mover': () => ({}),
  'no_regar.crear': noRegar,
  'muros.crear': (ids) => ({ nombre: 'Muro', empresa_id: ids.empresa }),
  'tokens.crear': (ids) => token(ids.empresa),
  'dossieres.hacer': (ids) => ({ empresa_id: ids.empresa, mes: PAST_MONTH }),
  'clima.crear': reglaClima,
  'clima.actualizar': reglaClima,
  'placas.registrar': (ids) => ({ empresa_id: ids.empresa }),
  'importacion.hacer': () => ({ filas: [{ linea: 2, campos: { tipo: 'switch' } }] }),
  'avisos.reconocer': () => ({ nota: '' }),
  'avisos.reconocer_varios': (ids) => ({ ids: [ids.aviso], nota: '' }),
  'avisos.guardar_regla': regla,
  'avisos.silenciar': silencio,
  'avisos.vista_previa': regla,
  'avisos.agregar_canal': canal,
  'avisos.actualizar_canal': () => ({ severidad_minima: 'alta' }),
  'avisos.guardar_ajustes': (ids) => ajustes(ids.empresa),
  'guardia.guardar': (ids) => ({ empresa_id: ids.empresa, personas: [], dia: 1, hora: '07:00' }),
  'turnos.superficie': (ids) => ({ empresa_id: ids.empresa, sector: 'Norte', superficie_m2: 500 }),
  'guardia.reconocer': () => ({ condicion: 'disco' }),
  'guardia.cambiar': (ids) => ({ empresa_id: ids.empresa, semana: '2026-01-05', usuario_id: null }),
  'cuenta.suscribir_push': () => ({
    endpoint: 'https://push.example.com/s/1',
    keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4', auth: 'tBHItJI5svbpez7KI4CCXg' },
    nombre: 'Teléfono',
  }),
  'cuenta.guardar_descanso': () => ({ descanso_desde: '22:00', descanso_hasta: '06:00' }),
  'cuenta.pedir_telefono': () => ({ numero: '+525512345678' }),
  'cuenta.confirmar_telefono': () => ({ codigo: '000000' }),
  'empresas.probar_telegram': () => ({}),
  'empresas.probar_telegram_nueva': () => ({}),
  'cuenta.guardar_vistas': () => ({ vistas: [{ nombre: 'Norte', direccion: '/switches?q=norte' }] }),
  'cuenta.clave': () => ({ actual: 'no es esta', nueva: 'otra clave de campo' }),
  'cuenta.preparar_segundo_paso': () => ({ actual: 'no es esta' }),
  'cuenta.confirmar_segundo_paso': () => ({ codigo: '000000' }),
  'cuenta.quitar_segundo_paso': () => ({ actual: 'no es esta', codigo: '000000' }),
  'usuarios.exigir_segundo_paso': (ids) => ({ empresa_id: ids.empresa, exigido: 0 }),
  'tarifas.guardar': (ids) => ({ empresa_id: ids.empresa, versiones: [] }),
  'actualizaciones.crear': (ids) => actualizacion(ids.empresa),
};

const inAlarmTarget = (cuerpo: (ids: Ids, cambios?: object) => Record<string, unknown>): Record<string, InBody> => ({
  empresa_id: ['empresa', (ids, id) => cuerpo(ids, { empresa_id: id })],
  placa_id: ['placa', (ids, id) => cuerpo(ids, { placa_id: id })],
  switch_id: ['switch', (ids, id) => cuerpo(ids, { switch_id: id })],
  dispositivo_id: ['dispositivo', (ids, id) => cuerpo(ids, { dispositivo_id: id })],
  punto_id: ['punto', (ids, id) => cuerpo(ids, { punto_id: id })],
});
const deUsuario: Record<string, InBody> = {
  empresa_id: ['empresa', (ids, id) => ({ ...usuario(ids), empresa_id: id })],
  dispositivos: ['dispositivo', (ids, id) => ({ ...usuario(ids), dispositivos: [id] })],
  switches: ['switch', (ids, id) => ({ ...usuario(ids), switches: [id] })],
};
const deDispositivo: Record<string, InBody> = {
  empresa_id: ['empresa', (ids, id) => ({ ...dispositivo(ids), empresa_id: id })],
  vigila_switch_id: ['switch', (ids, id) => ({ ...dispositivo(ids), vigila_switch_id: id })],
};
const deEnclavamiento: Record<string, InBody> = {
  empresa_id: ['empresa', (ids, id) => enclavamiento(ids, { empresa_id: id })],
  switches: ['switch', (ids, id) => enclavamiento(ids, { switches: [id] })],
  bomba_id: ['switch', (ids, id) => enclavamiento(ids, { bomba_id: id })],
};
const deProteccion: Record<string, InBody> = {
  empresa_id: ['empresa', (ids, id) => proteccion(ids, { empresa_id: id })],
  punto_id: ['punto', (ids, id) => proteccion(ids, { punto_id: id })],
  con_switch_id: ['switch', (ids, id) => proteccion(ids, { con_switch_id: id })],
  apaga: ['switch', (ids, id) => proteccion(ids, { apaga: [id] })],
  valvula_ids: ['switch', (ids, id) => proteccion(ids, { punto_id: ids.punto, cuando: 'fuga', valvula_ids: [id] })],
};
const dePunto: Record<string, InBody> = {
  empresa_id: ['empresa', (ids, id) => punto(ids, { empresa_id: id })],
  placa_id: ['placa', (ids, id) => punto(ids, { placa_id: id })],
  switch_ids: ['switch', (ids, id) => punto(ids, { mide: { switch_ids: [id] } })],
  dispositivo_id: ['dispositivo', (ids, id) => punto(ids, ofCentinela(id))],
};
const dePrograma: Record<string, InBody> = {
  empresa_id: ['empresa', (ids, id) => programa(ids, { empresa_id: id })],
  switch_id: ['switch', (ids, id) => programa(ids, { pasos: [{ switch_id: id, duracion_s: 60 }] })],
  dispositivo_id: ['dispositivo', (ids, id) => programa(ids, { pasos: [{ dispositivo_id: id, duracion_s: 60 }] })],
  punto_id: [
    'punto',
    (ids, id) => programa(ids, { omitir: [{ tipo: 'punto_mayor', punto_id: id, valor: 4, horas: 24 }] }),
  ],
};
const deReglaClima: Record<string, InBody> = {
  empresa_id: ['empresa', (ids, id) => reglaClima(ids, { empresa_id: id })],
  sensor_switch_id: ['switch', (ids, id) => reglaClima(ids, { sensor_switch_id: id })],
  punto_id: ['punto', (ids, id) => reglaClima(ids, { sensor_switch_id: undefined, valor: undefined, punto_id: id })],
  switch_id: ['switch', (ids, id) => reglaClima(ids, { etapas: [stage(id)] })],
};
/** Ids inside bodies. A new id in a body fails {@link untriedIds}. */
export const IN_BODY: Partial<Record<RouteName, Record<string, InBody>>> = {
  'usuarios.crear': deUsuario,
  'usuarios.actualizar': deUsuario,
  'dispositivos.crear': deDispositivo,
  'dispositivos.actualizar': deDispositivo,
  'switches.guardar_lote': {
    id: ['switch', (ids, id) => panel(ids, { id })],
    empresa_id: ['empresa', (ids, id) => panel(ids, { empresa_id: id })],
    dispositivo_id: ['numero', (ids, id) => panel(ids, { dispositivo_id: id })],
  },
  'enclavamientos.crear': deEnclavamiento,
  'avisos.guardar_regla': inAlarmTarget(regla),
  'avisos.silenciar': inAlarmTarget(silencio),
  'avisos.vista_previa': inAlarmTarget(regla),
  'avisos.agregar_canal': {
    empresa_id: ['empresa', (ids, id) => canal(ids, { empresa_id: id })],
    usuario_id: ['usuario', (ids, id) => canal(ids, { canal: 'telegram', usuario_id: id })],
  },
  'tarifas.guardar': { empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id, versiones: [] })] },
  'usuarios.exigir_segundo_paso': { empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id, exigido: 0 })] },
  'avisos.guardar_ajustes': { empresa_id: ['empresa', (_ids, id) => ajustes(id)] },
  'guardia.guardar': {
    empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id, personas: [], dia: 1, hora: '07:00' })],
    personas: ['usuario', (ids, id) => ({ empresa_id: ids.empresa, personas: [id], dia: 1, hora: '07:00' })],
  },
  'turnos.superficie': {
    empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id, sector: 'Norte', superficie_m2: 500 })],
  },
  'guardia.cambiar': {
    empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id, semana: '2026-01-05', usuario_id: null })],
    usuario_id: ['usuario', (ids, id) => ({ empresa_id: ids.empresa, semana: '2026-01-05', usuario_id: id })],
  },
  'enclavamientos.actualizar': deEnclavamiento,
  'protecciones.crear': deProteccion,
  'protecciones.actualizar': deProteccion,
  'puntos.crear': dePunto,
  'puntos.actualizar': dePunto,
  'programas.crear': dePrograma,
  'programas.actualizar': dePrograma,
  'programas.vista_previa': { ...dePrograma, id: ['programa', (ids, id) => programa(ids, { id })] },
  'muros.crear': { empresa_id: ['empresa', (_ids, id) => ({ nombre: 'Muro', empresa_id: id })] },
  'tokens.crear': { empresa_id: ['empresa', (_ids, id) => token(id)] },
  'dossieres.hacer': { empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id, mes: PAST_MONTH })] },
  'actualizaciones.crear': {
    empresa_id: ['empresa', (_ids, id) => actualizacion(id)],
    imagen_id: ['imagen', (ids, id) => actualizacion(ids.empresa, id)],
  },
  'clima.crear': deReglaClima,
  'clima.actualizar': deReglaClima,
  'turnos.detener_todo': { empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id })] },
  'no_regar.crear': {
    empresa_id: ['empresa', (ids, id) => noRegar(ids, { empresa_id: id })],
    placa_id: ['placa', (ids, id) => noRegar(ids, { placa_id: id })],
  },
  // Only an admin_global registers boards, and may use every company.
  'placas.registrar': {
    empresa_id: ['empresa', (_ids, id) => ({ empresa_id: id })],
    id: ['numero', (ids, id) => ({ empresa_id: ids.empresa, id })],
  },
};
