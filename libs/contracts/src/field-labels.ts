/** A field's label on the screens. */
const LABELS: Readonly<Record<string, string>> = {
  activa: 'Activa',
  activo: 'Activo',
  actual: 'Contraseña actual',
  ajuste_et0: 'Ajuste por ET0',
  ancho: 'Ancho',
  antes: 'Antes de',
  apaga: 'Apaga en',
  auth_key: 'Auth Key',
  bomba_id: 'Bomba',
  cada: 'Cada',
  cantidad: 'Cantidad',
  caudal_m3h: 'Caudal (m³/h)',
  comunicador_imei: 'IMEI comunicador',
  comunicador_numero: 'Número comunicador',
  comunicador_vencimiento: 'Vencimiento plan comunicador',
  costo_plan: 'Costo de plan',
  descanso_desde: 'Descanso desde',
  descanso_hasta: 'Descanso hasta',
  descanso_severidad: 'Severidad en el descanso',
  cuando: 'Cuando',
  desde: 'Desde',
  destino: 'Destino',
  cursor: 'Página',
  dia: 'Día',
  dialecto: 'Firmware',
  dias: 'Días',
  dispositivo_id: 'Dispositivo',
  dispositivos: 'Dispositivos asignados',
  duracion_s: 'Duración',
  edad_max_s: 'Antigüedad máxima de la lectura',
  email: 'Correo',
  empresa_id: 'Empresa',
  enciende: 'Enciende en',
  entidad: 'Qué',
  escalar_min: 'Escalar después de',
  espera_s: 'Espera',
  et0_mm: 'ET0',
  etapas: 'Etapas',
  fecha_vencimiento: 'Fecha vencimiento',
  formato: 'Formato',
  hardware_pin: 'Pin',
  hasta: 'Hasta',
  histeresis: 'Histéresis',
  hora_desde: 'Desde las',
  hora_hasta: 'Hasta las',
  horario: 'Horario',
  id: 'Identificador',
  'idempotency-key': 'Idempotency-Key',
  inicios: 'Inicios',
  latitud: 'Latitud',
  limit: 'Límite',
  limite: 'Límite',
  limite_usuarios: 'Límite de usuarios',
  longitud: 'Longitud',
  max_encendido_s: 'Máximo encendido',
  max_s: 'Máximo seguido',
  mes: 'Mes',
  min_apagado_s: 'Tiempo mínimo apagado',
  min_encendido_s: 'Tiempo mínimo encendido',
  minimo: 'Mínimo',
  motivo: 'Motivo',
  nombre: 'Nombre',
  nota: 'Nota',
  nueva: 'Contraseña nueva',
  omitir: 'Omitir si',
  par_numero: 'Par',
  paridad: 'Días',
  pasos: 'Pasos',
  password: 'Contraseña',
  pausa_s: 'Pausa',
  persona_s: 'Orden de una persona',
  placa_id: 'Placa',
  porcentajes: 'Porcentaje por mes',
  prioridad: 'Prioridad',
  reducir_a: 'Reducir a',
  referencia_mm: 'ET0 de referencia',
  remojo: 'Remojo',
  retardo_apagado_s: 'Retardo de apagado',
  retardo_encendido_s: 'Retardo de encendido',
  resumen_hora: 'Hora del resumen',
  rol: 'Rol',
  segundos: 'Tiempo',
  sensor_pin: 'Pin sensor Temp/Hum',
  sensor_switch_id: 'Sensor',
  server: 'Servidor',
  severidad: 'Severidad',
  severidad_minima: 'Severidad mínima',
  shelly_id: 'Shelly ID',
  si_calla: 'Si el sensor calla',
  sin_conexion: 'Sin conexión',
  sitio: 'Sitio',
  suspendido: 'Suspendido',
  switch_id: 'Switch',
  switch_site_id: 'Site ID',
  switches: 'Switches',
  tarde_max_min: 'Retraso máximo',
  tarifa_kwh: 'Tarifa (kWh)',
  telefono_celular: 'Teléfono Celular',
  telegram_chat_id: 'Telegram Chat ID',
  temporada: 'Temporada',
  tiene_sensor: 'Sensor',
  tipo: 'Tipo',
  token_telegram: 'Token Telegram',
  turno_id: 'Turno',
  umbral: 'Umbral',
  usuario_id: 'Usuario',
  valor: 'Valor',
  valvulas: 'Válvulas',
  ventana: 'Ventana',
  version: 'Versión',
  zona: 'Zona',
  zona_horaria: 'Zona horaria',
};

const PARTS: ReadonlySet<string> = new Set(['params', 'query', 'body', 'headers']);

const readable = (name: string): string => {
  const words = name.replace(/_/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * The label of a field by its path in the request: `body.switches.2.hardware_pin` is `Pin (Switches, renglón 3)`. Empty for a
 * whole part.
 */
export const fieldLabel = (campo: string): string => {
  const steps = campo.split('.').filter((step, index) => index > 0 || !PARTS.has(step));
  const name = steps.findLast((step) => !/^\d+$/.test(step));
  if (name === undefined) return '';
  const label = Object.hasOwn(LABELS, name) ? (LABELS[name] ?? name) : readable(name);
  const row = steps.findIndex((step) => /^\d+$/.test(step));
  if (row < 1) return label;
  const list = steps[row - 1] ?? '';
  return list === name
    ? `${label}, renglón ${Number(steps[row]) + 1}`
    : `${label} (${fieldLabel(list)}, renglón ${Number(steps[row]) + 1})`;
};
