import {
  type AvisoDatos,
  type DatosDeAviso,
  duration,
  flowCause,
  inUnit,
  MOTIVO_DE_ACTUALIZACION,
  REASON_TEXT,
  type TipoAviso,
  type Vencimiento,
} from '@acequia/contracts';
import { decimal } from './decimal.js';
import { board, date, list, listOf, lowered, moment, named, OTHER, raised, valve } from './textos-nombres.js';
import { failed } from './textos-turnos.js';

const numbers = new Intl.NumberFormat('es-MX', { useGrouping: true });
const grouped = (value: number): string => numbers.format(value);
const asked = (accion: 'on' | 'off'): string => (accion === 'on' ? 'ENCENDER' : 'APAGAR');
const reported = (on: boolean): string => (on ? 'ENCENDIDO' : 'APAGADO');

const used = ({ lecturas, limite }: DatosDeAviso['cuota_de_empresa']): string =>
  `lleva ${decimal((lecturas / limite) * 100)} % de su cuota de hoy (${grouped(lecturas)} de ${grouped(limite)} lecturas)`;

const taken = ({ punto, usada_m3, concesion_m3 }: DatosDeAviso['concesion_agotada']): string => {
  const left = Math.round(concesion_m3 - usada_m3);
  const share = Math.floor((usada_m3 / concesion_m3) * 100);
  const rest = left < 0 ? `Son ${grouped(-left)} m³ de más` : `Quedan ${grouped(left)} m³`;
  return `${punto}: ${grouped(usada_m3)} m³ desde enero, ${share} % de su concesión. ${rest}.`;
};

/** So many deviations, and so many observations, are no chance. */
const SURE = { deviations: 8, observations: 10 };

const odd = (one: DatosDeAviso['consumo_raro']): string => {
  const { dispositivo, que, valor, usual, desviacion, observaciones, valvulas } = one;
  const unit = que === 'kw' ? 'kW' : 'kWh por m³';
  const [now, usually] = [valor, usual].map((value) => Number(value.toFixed(2)));
  const valves = valvulas.length === 0 ? '' : ` con ${listOf(valvulas.slice(0, 3), Math.max(0, valvulas.length - 3))}`;
  const cause =
    que === 'kwh_m3'
      ? 'desgaste de la bomba o un filtro tapado'
      : valor < usual
        ? 'una válvula que no abre o un filtro tapado'
        : 'una rotura, una válvula abierta de más o desgaste';
  const isSure = observaciones >= SURE.observations && Math.abs(valor - usual) > SURE.deviations * desviacion;
  return `${dispositivo}: ${now} ${unit}${valves}; lo usual son ${usually} (${observaciones} riegos). Puede ser ${cause}. Confianza ${isSure ? 'alta' : 'media'}.`;
};

type OfSensor = DatosDeAviso['temperatura_alta'];
const past =
  (side: 'sobre' | 'bajo', quantity: string, unit: string) =>
  ({ switch: one, valor, umbral }: OfSensor): string =>
    `${valve(one)}: ${quantity} de ${decimal(valor)} ${unit}, ${side} ${decimal(umbral)} ${unit}.`;
const risk =
  (moving: 'bajando' | 'subiendo') =>
  ({ switch: one, valor, hora, umbral, hora_umbral }: DatosDeAviso['riesgo_helada']): string =>
    `${valve(one)}: ${decimal(valor)} °C a las ${hora} y ${moving}; llegaría a ${decimal(umbral)} °C hacia las ${hora_umbral}.`;
const voltage =
  (side: 'sobre' | 'bajo') =>
  ({ dispositivo, voltaje, fase, valor }: DatosDeAviso['voltaje_alto']): string =>
    `${dispositivo}: ${decimal(voltaje)} V en la fase ${fase}, ${decimal(valor)} % ${side} lo normal.`;
const atCloud = ({ dispositivo, motivo }: DatosDeAviso['nube_rechaza']): string =>
  `${dispositivo}: ${REASON_TEXT[motivo]}`;
const beyond =
  (side: 'más' | 'menos') =>
  ({ punto, magnitud, valor, umbral }: DatosDeAviso['punto_alto']): string =>
    `${punto}: ${inUnit(magnitud, valor)}, ${side} de ${inUnit(magnitud, umbral)}.`;

/** Why a command failed, by its estado. */
const FAILURES: Readonly<Record<DatosDeAviso['orden_sin_respuesta']['estado'], string>> = {
  rechazado: 'la placa lo rechazó',
  vencido: 'la orden venció antes de actuar',
  sin_respuesta: 'la placa no respondió',
};

const meter = (medidor: DatosDeAviso['corte_de_luz']['medidor']): string => {
  if (medidor === null) return '';
  const nombre = medidor.nombre || 'Un medidor';
  return medidor.con_corriente
    ? ` ${nombre} sí tiene corriente: puede ser la red de datos.`
    : ` ${nombre} tampoco responde.`;
};

const expiring = ({ que, nombre }: Vencimiento): string => {
  if (que === 'empresa') return 'La empresa';
  if (que === 'plan') return 'El plan del comunicador';
  return que === 'token' ? `El token «${nombre ?? ''}»` : (nombre ?? '');
};
const left = (dias: number): string => {
  if (dias < 0) return 'venció';
  if (dias === 0) return 'vence hoy,';
  return dias === 1 ? 'vence mañana,' : `vence en ${dias} días,`;
};

const unplanned = ({ programas, otros }: DatosDeAviso['plan_imposible']): string => {
  if (programas === null)
    return 'El riego de la empresa no se pudo planear dos veces seguidas. Las placas siguen con el plan que tienen; se intenta otra vez más tarde y al cambiar un programa.';
  const each = programas.map(({ nombre, motivo }) => `«${nombre}» (${lowered(motivo)})`).join('; ');
  return `No se riega lo que piden estos programas: ${each}${otros > 0 ? ` y ${otros} más` : ''}.`;
};

const impossible = ({ switch: one, temperatura, humedad }: DatosDeAviso['sensor_fuera_de_rango']): string => {
  const values = [
    temperatura === null ? '' : `${decimal(temperatura)} °C`,
    humedad === null ? '' : `${decimal(humedad)} %`,
  ];
  return `${valve(one)}: su sensor da valores imposibles (${values.filter(Boolean).join(', ')}).`;
};

const kept = ({
  nombre,
  desde,
  switches,
  caudal,
}: DatosDeAviso['proteccion_actuo']['protecciones'][number]): string => {
  const off = switches.length === 0 ? 'apagado lo suyo' : `apagado ${listOf(switches, 0)}`;
  const cause = caudal ? ` (${flowCause(caudal)})` : '';
  const which = nombre === '' ? 'una protección' : `la protección «${nombre}»`;
  return `${which}${cause} mantiene ${off}${desde === null ? '' : ` desde ${moment(desde)}`}`;
};

const RESETS = {
  power: 'al volver la corriente',
  brownout: 'con bajo voltaje',
  software: 'por su programa',
  panic: 'por un fallo de su programa',
  watchdog: 'porque su programa se detuvo',
  other: 'por otra causa',
} as const;

const DOCUMENTS = {
  config: 'su mapa de pines',
  agenda: 'su agenda de riego',
  control: 'sus reglas de clima',
} as const;

const fault = (one: DatosDeAviso['salud_de_placa']['fallas'][number]): string => {
  switch (one.que) {
    case 'reinicios':
      return `arrancó ${one.veces} veces en una hora${one.reset === null ? '' : `, la última ${RESETS[one.reset]}`}: revisa su fuente`;
    case 'memoria':
      return `le quedaron libres ${kilobytes(one.heap)} de memoria y ${kilobytes(one.stack)} de pila, y puede reiniciarse`;
    case 'perdidas':
      return `perdió ${grouped(one.muestras)} muestras y ${grouped(one.turnos)} avisos de riego desde que arrancó`;
    case 'desgaste':
      return `el relevador de ${one.switch ? valve(one.switch) : `su pin ${one.pin}`} se encendió ${grouped(one.ops)} veces: cámbialo, y su contactor, antes de que se peguen`;
    case 'pin':
      return `el pin ${one.switch ? `de ${valve(one.switch)}` : one.pin} no está como la placa lo puso: revisa su relevador y qué más hay en ese pin`;
    case 'documento':
      return `no tomó ${DOCUMENTS[one.doc]}: ${one.why === 'older' ? 'el que tiene es más nuevo' : 'su programa no lo entiende'}`;
    case 'actualizacion':
      return `falló su actualización${one.version === '' ? '' : ` a ${one.version}`}: ${MOTIVO_DE_ACTUALIZACION[one.motivo]}`;
  }
};
const kilobytes = (bytes: number): string => `${decimal(bytes / 1_000)} kB`;

const CHANNELS: Readonly<Record<DatosDeAviso['canal_fallido']['canales'][number]['canal'], string>> = {
  telegram: 'Telegram',
  correo: 'correo',
  webhook: 'webhook',
  push: 'navegador',
  sms: 'SMS',
};
const channel = ({ canal, nombre }: DatosDeAviso['canal_fallido']['canales'][number]): string =>
  `${CHANNELS[canal]} (${nombre})`;

const silent = (datos: DatosDeAviso['comunicador_callado']): string => {
  const number = datos.numero === null ? '' : ` (${datos.numero})`;
  if (datos.tipo === 'router')
    return `Las ${datos.placas} placas dejaron de oírse a la vez, a ${moment(datos.desde)}: puede ser el router del sitio${number}, su plan o la corriente.`;
  if (datos.fallos === 0) return `El comunicador${number} es el módem del servidor, y el servidor no tiene módem.`;
  return `El módem del servidor${number} no envió sus últimos ${datos.fallos} SMS: revisa su señal, su saldo y gammu-smsd.`;
};

/** What an alarm of each tipo says: what, and where. */
const SENTENCES: { readonly [Tipo in TipoAviso]: (datos: DatosDeAviso[Tipo]) => string } = {
  placa_sin_conexion: ({ placa }) => `${board(placa)}: sin conexión.`,
  placa_sin_datos: ({ placa }) => `${board(placa)}: está conectada, pero no envía nada.`,
  cuenta_compartida: ({ placa }) =>
    `${board(placa)}: dos placas se conectan con su cuenta y se desconectan una a otra; lo que reporta es de las dos. Da a cada una su número y su contraseña. Si es una sola, revisa su corriente y su señal.`,
  corte_de_luz: ({ sitio, sin_conexion, placas, numeros, medidor }) =>
    `${sitio}: ${sin_conexion} de ${placas} placas sin conexión (${list(numeros, sin_conexion - numeros.length)}).${meter(medidor)}`,
  reloj_adelantado: ({ placa }) => `${board(placa)}: su reloj va adelantado y sus lecturas se descartan.`,
  reloj_atrasado: ({ placa, minutos }) =>
    minutos === null
      ? `${board(placa)}: su reloj marca una fecha anterior a todo lo que se guarda, y sus lecturas se descartan. Ponlo en hora.`
      : `${board(placa)}: su reloj va atrasado unos ${minutos} min; lo que reporta parece viejo.`,
  salud_de_placa: ({ placa, fallas }) => `${board(placa)}: ${fallas.map(fault).join('; ')}.`,
  cuota_de_placa: ({ placa, ...cuota }) =>
    `${board(placa)}: ${used(cuota)}. Al agotarla, sus lecturas entran despacio.`,
  cuota_de_empresa: (cuota) =>
    `La empresa ${used(cuota)}. Al agotarla, las lecturas de todas sus placas entran despacio.`,

  sensor_callado: ({ switch: one }) => `${valve(one)}: su sensor dejó de dar lecturas.`,
  sensor_pegado: ({ switch: one, valor, horas }) =>
    `${valve(one)}: su sensor da lo mismo (${decimal(valor)} °C) desde hace ${horas} h, y los demás no.`,
  sensor_fuera_de_rango: impossible,
  temperatura_alta: past('sobre', 'temperatura', '°C'),
  temperatura_baja: past('bajo', 'temperatura', '°C'),
  humedad_alta: past('sobre', 'humedad', '%'),
  humedad_baja: past('bajo', 'humedad', '%'),
  riesgo_helada: risk('bajando'),
  riesgo_calor: risk('subiendo'),
  encendido_de_mas: ({ switch: one }) => `${valve(one)}: sigue ENCENDIDO después de su tiempo máximo.`,
  regla_en_su_limite: ({ switch: one, minutos }) =>
    `${valve(one)}: su regla de clima lo tuvo ENCENDIDO todo su tiempo máximo (${duration(minutos)}). Descansa y puede volver a encender.`,
  discrepancia: ({ switch: one, pedido, reporta }) =>
    `${valve(one)}: se pidió ${asked(pedido)} y la placa reporta ${reported(reporta === 'on')}.`,
  orden_sin_respuesta: ({ switch: one, pedido, estado }) =>
    `${valve(one)}: se pidió ${asked(pedido)} y ${FAILURES[estado]}.`,
  relevador_inquieto: ({ switch: one, veces }) => `${valve(one)}: cambió ${veces} veces en 5 minutos.`,

  punto_alto: beyond('más'),
  punto_bajo: beyond('menos'),
  punto_cambio: ({ punto, magnitud, por_hora }) =>
    `${punto}: ${por_hora > 0 ? 'sube' : 'baja'} ${inUnit(magnitud, Math.abs(por_hora))} por hora.`,
  punto_callado: ({ punto, sin_placa }) =>
    `${punto}: no llegan valores${sin_placa ? '' : ', y su placa está conectada'}.`,
  punto_pegado: ({ punto, magnitud, valor, horas }) =>
    `${punto}: marca ${inUnit(magnitud, valor)} desde hace ${horas} h.`,
  punto_fuera: ({ punto }) => `${punto}: su sensor no da un valor posible.`,

  caudal_anormal: ({ punto, proteccion, caudal }) =>
    `${punto}: «${proteccion}», ${flowCause(caudal)}. Ninguna placa puede cerrarlo: ciérralo tú.`,

  concesion_por_acabarse: taken,
  concesion_agotada: taken,

  consumo_raro: odd,

  turno_fallido: failed,
  proteccion_actuo: ({ placa, protecciones }) => `${board(placa)}: ${protecciones.map(kept).join('; ')}.`,
  plan_sin_tomar: ({ placa, primero, switch: one, turnos }) =>
    `${board(placa)}: no ha recibido su plan, y sin él no regará a ${moment(primero)} (${named(one)})${turnos > 1 ? `; le faltan ${turnos} riegos` : ''}.`,

  nube_rechaza: atCloud,
  nube_ausente: atCloud,
  fase_perdida: ({ dispositivo, fases }) => `${dispositivo}: sin voltaje en la fase ${fases.join(' y ')}.`,
  desequilibrio: ({ dispositivo, valor, fases }) =>
    `${dispositivo}: fases desequilibradas ${decimal(valor)} % (${fases.map(({ fase, voltaje }) => `${fase} ${decimal(voltaje)} V`).join(', ')}).`,
  voltaje_alto: voltage('sobre'),
  voltaje_bajo: voltage('bajo'),
  sobrecarga: ({ dispositivo, valor, umbral }) => `${dispositivo}: ${decimal(valor)} W, sobre ${decimal(umbral)} W.`,
  consumo_apagado: ({ dispositivo, valor }) => `${dispositivo}: consume ${decimal(valor)} W con todo apagado.`,
  contactor: ({ switch: one, dispositivo, valor, encendido }) =>
    encendido
      ? `${valve(one)}: está ENCENDIDO y ${dispositivo} mide ${decimal(valor)} W. Revisa contactor, motor y cableado.`
      : `${valve(one)}: está APAGADO y ${dispositivo} mide ${decimal(valor)} W. El contactor puede estar pegado.`,

  vencimiento: ({ vencen }) => vencen.map((one) => `${expiring(one)} ${left(one.dias)} el ${date(one.dia)}.`).join(' '),
  limite_usuarios: ({ usuarios, limite }) => `La empresa tiene ${usuarios} de ${limite} usuarios permitidos.`,
  plan_imposible: unplanned,
  canal_fallido: ({ canales }) =>
    `Por ${list(canales.map(channel), 0)} no llegan los avisos: ${canales.length === 1 ? 'falló su prueba' : 'fallaron sus pruebas'} dos veces seguidas.`,
  comunicador_callado: silent,
  demanda_alta: ({ periodo, kw, limite_kw }) =>
    `La demanda de este cuarto de hora va hacia ${decimal(kw)} kW, y en ${periodo} hay contratados ${decimal(limite_kw)} kW.`,
};

/** The sentence of an alarm, in Spanish. `texto`: what a row from before its data were stored says. */
export const sentence = (aviso: { tipo: TipoAviso; datos: AvisoDatos | null; texto?: string }): string => {
  const { tipo, datos, texto = '' } = aviso;
  if (datos === null) return texto;
  const tell = SENTENCES[tipo] as (datos: AvisoDatos) => string;
  const text = tell(datos);
  return text.startsWith(OTHER) ? raised(text) : text;
};
