import type {
  Dispositivo,
  Empresa,
  EmpresaOption,
  Placa,
  Punto,
  SerieSensores,
  Switch,
  SwitchEnVivo,
  Turno,
  Usuario,
  UsuarioDeSesion,
} from '@acequia/contracts';

/** Records as the server sends them: whole and valid; a test names only what it is about. */
export const EMPRESA: EmpresaOption = { id: 7, nombre: 'Rancho El Ciclo' };
export const OTHER_EMPRESA: EmpresaOption = { id: 8, nombre: 'Zanja Vecina' };

export const empresa = (over: Partial<Empresa> = {}): Empresa => ({
  ...EMPRESA,
  telefono_celular: '667 000 0000',
  token_telegram: '',
  token_telegram_definido: 0,
  telegram_chat_id: '',
  costo_plan: null,
  limite_usuarios: null,
  comunicador_numero: '',
  comunicador_imei: '',
  zona_horaria: 'America/Mexico_City',
  comunicador_vencimiento: '2099-05-06',
  fecha_vencimiento: '2099-12-31',
  activa: 1,
  latitud: null,
  longitud: null,
  altitud: null,
  tarifa_kwh: null,
  version: 1,
  ...over,
});

export const usuario = (over: Partial<Usuario> = {}): Usuario => ({
  id: 31,
  nombre: 'Ana Campos',
  email: 'ana@acequia.test',
  rol: 'usuario',
  empresa_id: EMPRESA.id,
  empresa_nombre: EMPRESA.nombre,
  activo: 1,
  dispositivos_asignados: [],
  switches_asignados: [],
  version: 1,
  ...over,
});

export const dispositivo = (over: Partial<Dispositivo> = {}): Dispositivo => ({
  id: 51,
  nombre: 'Bomba del pozo',
  shelly_id: 'a0b1c2d3e001',
  auth_key: '',
  auth_key_definida: 1,
  tipo: 'shelly_1',
  server: 'https://shelly-12-eu.shelly.cloud',
  empresa_id: EMPRESA.id,
  fecha_vencimiento: null,
  vencido: 0,
  activo: 1,
  suspendido: 0,
  sitio: '',
  vigila_switch_id: null,
  version: 1,
  ...over,
});

/** A switch on GPIO 4 of the board of placa(). */
export const switchOf = (over: Partial<Switch> = {}): Switch => ({
  id: 41,
  nombre: 'Válvula A1',
  tipo: 'selenoide',
  zona: 'Sector 1',
  empresa_id: EMPRESA.id,
  dispositivo_id: 1001,
  placa_id: 61,
  par_numero: 2,
  switch_site_id: 1,
  hardware_pin: 4,
  tiene_sensor: 0,
  sensor_pin: null,
  activo: 1,
  max_encendido_s: null,
  caudal_m3h: null,
  version: 1,
  ...over,
});

/** The same switch as the panel shows it. */
export const liveSwitch = (over: Partial<SwitchEnVivo> = {}): SwitchEnVivo => ({
  ...switchOf(),
  estado: 0,
  estado_ts: null,
  temperatura: null,
  humedad: null,
  sensor_ts: null,
  placa_online: 1,
  placa_ts: null,
  ...over,
});

/** A point whose values another program posts, without one yet. */
export const puntoOf = (over: Partial<Punto> = {}): Punto => ({
  id: 3,
  empresa_id: EMPRESA.id,
  placa_id: null,
  dispositivo_id: null,
  n: null,
  fuente: { tipo: 'api' },
  magnitud: 'volumen',
  nombre: 'Medidor del pozo',
  sitio: '',
  mide: null,
  a: 1,
  b: 0,
  cada_s: 60,
  activo: 1,
  valor: null,
  ts: null,
  version: 1,
  ...over,
});

/** Where a point is that the board of placa() reads at its pin 34. */
export const ON_BOARD = {
  placa_id: 61,
  dispositivo_id: 1001,
  n: 1,
  fuente: { tipo: 'placa', driver: 'adc', pin: 34 },
} as const satisfies Partial<Punto>;

/** A turn of that switch. */
export const turnoOf = (over: Partial<Turno> = {}): Turno => ({
  turno_id: '1-1-s41',
  programa_id: 1,
  programa_nombre: null,
  empresa_id: EMPRESA.id,
  switch_id: 41,
  dispositivo_id: null,
  riego: null,
  inicio: 1_795_530_000_000,
  segundos: 600,
  via: 'placa',
  real_inicio: null,
  real_segundos: null,
  estado: 'previsto',
  motivo: null,
  movido_de: null,
  manual: 0,
  pendiente: 0,
  litros: null,
  m3_medidos: null,
  m3_esperados: null,
  volumen_m3: null,
  hasta_humedad: null,
  sin_medir: 0,
  recupera: null,
  kwh: null,
  costo: null,
  ...over,
});

/** What the account of a month counts, where nothing was watered. */
export const NO_TURNS = {
  turnos: 0,
  cumplidos: 0,
  parciales: 0,
  omitidos: 0,
  perdidos: 0,
  previstos_s: 0,
  reales_s: 0,
  litros: null,
  kwh: null,
  costo: null,
};

export const placa = (over: Partial<Placa> = {}): Placa => ({
  id: 1001,
  placa_id: 61,
  empresa_id: EMPRESA.id,
  nombre: '',
  sitio: '',
  modelo: '',
  dialecto: 'acequia',
  revocada: 0,
  credencial_definida: 1,
  switches: 1,
  online: 0,
  ultimo_visto: null,
  fw: null,
  rssi: null,
  reloj_adelantado: 0,
  ...over,
});

const PERSON = { zona_horaria: 'America/Mexico_City', empresa_id: EMPRESA.id, empresa_nombre: EMPRESA.nombre };

export const EMPRESA_ADMIN: UsuarioDeSesion = {
  ...PERSON,
  id: 2,
  nombre: 'Marta',
  email: 'marta@acequia.test',
  rol: 'admin_empresa',
};

export const END_USER: UsuarioDeSesion = {
  ...PERSON,
  id: 3,
  nombre: 'Pedro',
  email: 'pedro@acequia.test',
  rol: 'usuario',
};

const NO_BAND = { prom: [], min: [], max: [] };
/** The history of a sensor that has no readings. */
export const NO_POINTS: SerieSensores = {
  nivel: 'muestras',
  paso_s: null,
  zona_horaria: 'America/Mexico_City',
  ts: [],
  n: [],
  temperatura: NO_BAND,
  humedad: NO_BAND,
};
