/** What people read of a field of a request, a record or a file. */
export interface Campo {
  nombre: string;
  unidad?: string;
  /** Its 1 and 0 read Sí and No. */
  flag?: true;
}

/** The one catalogue of fields, by their names on the wire. A field that is missing here is read by its own name. */
const CAMPOS: Readonly<Record<string, Campo>> = {
  activa: { nombre: 'Activa', flag: true },
  activo: { nombre: 'Activo', flag: true },
  actual: { nombre: 'Contraseña actual' },
  ajuste_et0: { nombre: 'Ajuste por ET0' },
  altitud: { nombre: 'Altitud', unidad: 'm' },
  ancho: { nombre: 'Ancho' },
  antes: { nombre: 'Antes de' },
  apaga: { nombre: 'Apaga' },
  auth_key: { nombre: 'Auth Key' },
  auth_key_definida: { nombre: 'Auth Key guardada', flag: true },
  bloqueado_por: { nombre: 'Bloqueado por' },
  bomba_id: { nombre: 'Bomba' },
  bytes: { nombre: 'Tamaño', unidad: 'bytes' },
  cada: { nombre: 'Cada cuántos días' },
  canal: { nombre: 'Canal' },
  cantidad: { nombre: 'Cantidad' },
  caudal_m3h: { nombre: 'Caudal', unidad: 'm³/h' },
  clave: { nombre: 'Contraseña' },
  codigo: { nombre: 'Código' },
  comunicador: { nombre: 'Comunicador' },
  comunicador_imei: { nombre: 'IMEI comunicador' },
  comunicador_numero: { nombre: 'Número comunicador' },
  comunicador_vencimiento: { nombre: 'Vencimiento plan comunicador' },
  concesion_m3: { nombre: 'Concesión al año', unidad: 'm³' },
  con_switch_id: { nombre: 'Solo mientras esté encendido' },
  costo_plan: { nombre: 'Costo de plan', unidad: '$' },
  cuando: { nombre: 'Cuando' },
  cursor: { nombre: 'Página' },
  descanso_desde: { nombre: 'Descanso desde' },
  descanso_hasta: { nombre: 'Descanso hasta' },
  descanso_severidad: { nombre: 'Severidad en el descanso' },
  desde: { nombre: 'Desde' },
  destino: { nombre: 'Destino' },
  dev_eui: { nombre: 'DevEUI del nodo' },
  devEui: { nombre: 'DevEUI' },
  deviceInfo: { nombre: 'deviceInfo' },
  dia: { nombre: 'Día' },
  dialecto: { nombre: 'Firmware' },
  dias: { nombre: 'Días' },
  direccion: { nombre: 'Dirección' },
  dispositivo_id: { nombre: 'Dispositivo' },
  dispositivos: { nombre: 'Dispositivos asignados' },
  duracion_s: { nombre: 'Duración', unidad: 's' },
  durante_s: { nombre: 'Durante', unidad: 's' },
  edad_max_s: { nombre: 'Antigüedad máxima de la lectura', unidad: 's' },
  email: { nombre: 'Correo' },
  empresa_id: { nombre: 'Empresa' },
  empresas: { nombre: 'Empresas' },
  encargado: { nombre: 'Quién lo lleva' },
  enciende: { nombre: 'Enciende en' },
  entidad: { nombre: 'Qué' },
  escalar_min: { nombre: 'Escalar después de', unidad: 'min' },
  espera_s: { nombre: 'Espera', unidad: 's' },
  et0_metodo: { nombre: 'Método de la ET0' },
  et0_mm: { nombre: 'ET0', unidad: 'mm' },
  etapas: { nombre: 'Etapas' },
  exigido: { nombre: 'Exigir la verificación en dos pasos', flag: true },
  fecha_vencimiento: { nombre: 'Fecha vencimiento' },
  formato: { nombre: 'Formato' },
  gracia_s: { nombre: 'Gracia al arrancar', unidad: 's' },
  hardware_pin: { nombre: 'Pin' },
  hasta: { nombre: 'Hasta' },
  histeresis: { nombre: 'Margen para terminar' },
  hora_desde: { nombre: 'Desde las' },
  hora_hasta: { nombre: 'Hasta las' },
  horario: { nombre: 'Horario' },
  horas: { nombre: 'Horas que se suman', unidad: 'h' },
  id: { nombre: 'Identificador' },
  'idempotency-key': { nombre: 'Idempotency-Key' },
  imagen_id: { nombre: 'Imagen' },
  inicios: { nombre: 'Inicios' },
  intentos: { nombre: 'Intentos' },
  ip: { nombre: 'Dirección' },
  junto_con_anterior: { nombre: 'Junto con el anterior', flag: true },
  latitud: { nombre: 'Latitud' },
  libera: { nombre: 'Suelta' },
  limit: { nombre: 'Límite' },
  limite: { nombre: 'Límites' },
  limite_usuarios: { nombre: 'Límite de usuarios' },
  longitud: { nombre: 'Longitud' },
  max_encendido_s: { nombre: 'Máximo encendido', unidad: 's' },
  max_s: { nombre: 'Máximo seguido', unidad: 's' },
  members: { nombre: 'Switches' },
  mes: { nombre: 'Mes' },
  min_apagado_s: { nombre: 'Tiempo mínimo apagado', unidad: 's' },
  min_encendido_s: { nombre: 'Tiempo mínimo encendido', unidad: 's' },
  minimo: { nombre: 'Mínimo' },
  minutos: { nombre: 'Minutos' },
  motivo: { nombre: 'Motivo' },
  navegador: { nombre: 'Navegador' },
  nombre: { nombre: 'Nombre' },
  nota: { nombre: 'Nota' },
  nueva: { nombre: 'Contraseña nueva' },
  numero: { nombre: 'Número' },
  objeto: { nombre: 'Vale para' },
  omitida_hasta: { nombre: 'Omitida hasta' },
  omitir: { nombre: 'Condiciones' },
  par_numero: { nombre: 'Par' },
  paridad: { nombre: 'Días pares o impares' },
  pasos: { nombre: 'Pasos' },
  password: { nombre: 'Contraseña' },
  pausa_s: { nombre: 'Pausa', unidad: 's' },
  permisos: { nombre: 'Permisos' },
  persona_s: { nombre: 'Orden de una persona', unidad: 's' },
  placa_id: { nombre: 'Placa' },
  porcentajes: { nombre: 'Porcentaje por mes' },
  prioridad: { nombre: 'Prioridad' },
  punto_id: { nombre: 'Punto' },
  reducir_a: { nombre: 'Reducir a', unidad: '%' },
  referencia_mm: { nombre: 'ET0 de referencia', unidad: 'mm' },
  remojo: { nombre: 'Remojo' },
  resumen_hora: { nombre: 'Hora del resumen' },
  retrasar: { nombre: 'Retrasar' },
  retardo_apagado_s: { nombre: 'Retardo de apagado', unidad: 's' },
  retardo_encendido_s: { nombre: 'Retardo de encendido', unidad: 's' },
  rol: { nombre: 'Rol' },
  sector: { nombre: 'Sector' },
  segundos: { nombre: 'Tiempo', unidad: 's' },
  sensor_pin: { nombre: 'Pin sensor Temp/Hum' },
  sensor_switch_id: { nombre: 'Sensor' },
  server: { nombre: 'Servidor' },
  severidad: { nombre: 'Severidad' },
  severidad_minima: { nombre: 'Severidad mínima' },
  shelly_id: { nombre: 'Shelly ID' },
  sha256: { nombre: 'Huella SHA-256' },
  si_calla: { nombre: 'Si el sensor calla' },
  sin_conexion: { nombre: 'Sin conexión' },
  sin_dato: { nombre: 'Sin dato' },
  sitio: { nombre: 'Sitio' },
  sitios: { nombre: 'Sitios' },
  sol: { nombre: 'Sol' },
  soltada: { nombre: 'Veces que alguien la soltó' },
  superficie_m2: { nombre: 'Superficie', unidad: 'm²' },
  suspendido: { nombre: 'Suspendido', flag: true },
  switch_id: { nombre: 'Switch' },
  switch_site_id: { nombre: 'Site ID' },
  switches: { nombre: 'Switches' },
  tabla: { nombre: 'Tabla' },
  tarde_max_min: { nombre: 'Retraso máximo', unidad: 'min' },
  tarifa_kwh: { nombre: 'Tarifa por kWh' },
  tarifas: { nombre: 'Tarifas por hora' },
  telefono_celular: { nombre: 'Teléfono Celular' },
  telegram_chat_id: { nombre: 'Telegram Chat ID' },
  temporada: { nombre: 'Temporada' },
  texto: { nombre: 'Aviso' },
  tiene_sensor: { nombre: 'Sensor', flag: true },
  tipo: { nombre: 'Tipo' },
  token_telegram: { nombre: 'Token Telegram' },
  token_telegram_definido: { nombre: 'Token Telegram guardado', flag: true },
  turno_id: { nombre: 'Turno' },
  umbral: { nombre: 'Umbral' },
  url: { nombre: 'Dirección del archivo' },
  usuario_id: { nombre: 'Usuario' },
  valor: { nombre: 'Valor' },
  'valido-hasta': { nombre: 'Valido-Hasta' },
  valvula_ids: { nombre: 'Válvulas del medidor' },
  valvulas: { nombre: 'Válvulas a la vez' },
  vence: { nombre: 'Vence' },
  ventana: { nombre: 'Ventana' },
  version: { nombre: 'Versión' },
  vigila_switch_id: { nombre: 'Switch que vigila' },
  vuelta: { nombre: 'Vuelve a 0 después de' },
  zona: { nombre: 'Zona' },
  zona_horaria: { nombre: 'Zona horaria' },
};

const readable = (name: string): string => {
  const words = name.replace(/_/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const campoOf = (name: string): Campo =>
  (Object.hasOwn(CAMPOS, name) ? CAMPOS[name] : undefined) ?? { nombre: readable(name) };

/** The name with its unit: "Pausa (s)". */
export const campoWithUnit = (name: string): string => {
  const { nombre, unidad } = campoOf(name);
  return unidad === undefined ? nombre : `${nombre} (${unidad})`;
};

/** The name within a sentence: names with a capital of their own, as "Auth Key", keep the first too. */
export const campoInSentence = (name: string): string => {
  const { nombre } = campoOf(name);
  return /\p{Lu}/u.test(nombre.slice(1)) ? nombre : nombre.charAt(0).toLowerCase() + nombre.slice(1);
};

const PARTS: ReadonlySet<string> = new Set(['params', 'query', 'body', 'headers']);

/**
 * The name of a field by its path in the request: `body.switches.2.hardware_pin` is `Pin (Switches, renglón 3)`. Empty for a
 * whole part.
 */
export const fieldLabel = (path: string): string => {
  const steps = path.split('.').filter((step, index) => index > 0 || !PARTS.has(step));
  const name = steps.findLast((step) => !/^\d+$/.test(step));
  if (name === undefined) return '';
  const label = campoOf(name).nombre;
  const row = steps.findIndex((step) => /^\d+$/.test(step));
  if (row < 1) return label;
  const list = steps[row - 1] ?? '';
  return list === name
    ? `${label}, renglón ${Number(steps[row]) + 1}`
    : `${label} (${fieldLabel(list)}, renglón ${Number(steps[row]) + 1})`;
};
