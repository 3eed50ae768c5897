import type { CausaFallo } from '@acequia/contracts';

/** What an alarm says. `what`, `board` and `device` name what it is about; amounts come as text. */
export const boardTexts = {
  name: (nombre: string, numero: number, sitio: string | null) =>
    `${nombre === '' ? `Placa ${numero}` : `${nombre} (placa ${numero})`}${sitio ? `, ${sitio}` : ''}`,
  offline: (board: string) => `${board}: sin conexión.`,
  silent: (board: string) => `${board}: está conectada, pero no envía nada.`,
  clockAhead: (board: string) => `${board}: su reloj va adelantado y sus lecturas se descartan.`,
  clockBehind: (board: string, minutes: number) =>
    `${board}: su reloj va atrasado unos ${minutes} min; lo que reporta parece viejo.`,
  clockOutside: (board: string) =>
    `${board}: su reloj marca una fecha anterior a todo lo que se guarda, y sus lecturas se descartan. Ponlo en hora.`,
  sharedAccount: (board: string) =>
    `${board}: dos placas se conectan con su cuenta y se desconectan una a otra; lo que reporta es de las dos. Da a cada una su número y su contraseña. Si es una sola, revisa su corriente y su señal.`,
  quota: (board: string, used: string) => `${board}: ${used}. Al agotarla, sus lecturas entran despacio.`,
  list: (names: readonly number[], more: number) => `${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}`,
  blackout: (sitio: string, away: number, all: number, list: string) =>
    `${sitio}: ${away} de ${all} placas sin conexión (${list}).`,
  meterHasPower: (meter: string) => ` ${meter} sí tiene corriente: puede ser la red de datos.`,
  meterSilent: (meter: string) => ` ${meter} tampoco responde.`,
} as const;

const WHY: Readonly<Partial<Record<CausaFallo, string>>> = {
  corriente: 'la placa estaba sin corriente',
  sin_conexion: 'la placa estaba sin conexión y no se sabe si encendió',
  reloj: 'la placa no sabía la hora',
  bomba: 'su bomba no encendió, o se apagó antes',
  servicio: 'el servicio no estaba en marcha a su hora',
};

const WHAT: Readonly<Partial<Record<CausaFallo, readonly [string, string]>>> = {
  sin_conexion: ['un riego sin confirmar', 'riegos sin confirmar'],
  sin_agua: ['un riego sin agua', 'riegos sin agua'],
  poca_agua: ['un riego con mucha menos agua que los anteriores', 'riegos con mucha menos agua que los anteriores'],
  mucha_agua: ['un riego con mucha más agua que los anteriores', 'riegos con mucha más agua que los anteriores'],
};

const LOST = ['un riego perdido o a medias', 'riegos perdidos o a medias'] as const;

export const turnTexts = {
  deleted: 'un switch eliminado',
  /** `day`: YYYY-MM-DD; null = today. */
  moment: (hora: string, day: string | null) =>
    day === null ? `las ${hora}` : `las ${hora} del ${day.slice(8)}/${day.slice(5, 7)}`,
  names: (names: readonly string[], more: number) => `${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}`,
  why: (causa: CausaFallo, motivo: string | null) => WHY[causa] ?? lowered(motivo ?? 'no se sabe por qué'),
  water: ({ m3, expected }: { m3: string; expected: string | null }) =>
    `el último con ${m3} m³${expected === null ? '' : `, cuando suele llevar ${expected} m³`}`,
  failed: (causa: CausaFallo, count: number, since: string, names: string, why: string) => {
    const [one, many] = WHAT[causa] ?? LOST;
    return `${count === 1 ? `${one}, el de ${since}` : `${count} ${many} desde ${since}`} (${names}): ${why}.`;
  },
  untaken: (board: string, at: string, first: string, count: number) =>
    `${board}: no ha recibido su plan, y sin él no regará a ${at} (${first})${count > 1 ? `; le faltan ${count} riegos` : ''}.`,
} as const;

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export const empresaTexts = {
  empresa: 'La empresa',
  plan: 'El plan del comunicador',
  token: (nombre: string) => `El token «${nombre}»`,
  ends: (what: string, left_days: number, day: string) => `${what} ${when(left_days)} el ${day}.`,
  users: (count: number, most: number) => `La empresa tiene ${count} de ${most} usuarios permitidos.`,
  quota: (used: string) => `La empresa ${used}. Al agotarla, las lecturas de todas sus placas entran despacio.`,
  setAside:
    'El riego de la empresa no se pudo planear dos veces seguidas. Las placas siguen con el plan que tienen; se intenta otra vez más tarde y al cambiar un programa.',
  unplanned: (programas: readonly { nombre: string; motivo: string }[]) =>
    `No se riega lo que piden estos programas: ${programas
      .slice(0, 3)
      .map(({ nombre, motivo }) => `«${nombre}» (${motivo.charAt(0).toLowerCase()}${motivo.slice(1)})`)
      .join('; ')}${programas.length > 3 ? ` y ${programas.length - 3} más` : ''}.`,
  used: (percent: string, today: string, limit: string) =>
    `lleva ${percent} % de su cuota de hoy (${today} de ${limit} lecturas)`,
} as const;

const when = (left_days: number): string => {
  if (left_days < 0) return 'venció';
  if (left_days === 0) return 'vence hoy,';
  return left_days === 1 ? 'vence mañana,' : `vence en ${left_days} días,`;
};

export const deviceTexts = {
  voltage: (device: string, volts: string, phase: string, percent: string, up: boolean) =>
    `${device}: ${volts} V en la fase ${phase}, ${percent} % ${up ? 'sobre' : 'bajo'} lo normal.`,
  cloud: (device: string, reason: string) => `${device}: ${reason}`,
  deadPhases: (device: string, phases: readonly string[]) => `${device}: sin voltaje en la fase ${phases.join(' y ')}.`,
  imbalance: (device: string, percent: string, phases: string) =>
    `${device}: fases desequilibradas ${percent} % (${phases}).`,
  overload: (device: string, watts: string, limit: string) => `${device}: ${watts} W, sobre ${limit} W.`,
  idleDraw: (device: string, watts: string) => `${device}: consume ${watts} W con todo apagado.`,
  onWithoutPower: (what: string, device: string, watts: string) =>
    `${what}: está ENCENDIDO y ${device} mide ${watts} W. Revisa contactor, motor y cableado.`,
  offWithPower: (what: string, device: string, watts: string) =>
    `${what}: está APAGADO y ${device} mide ${watts} W. El contactor puede estar pegado.`,
} as const;

const asked = (on: boolean): string => (on ? 'ENCENDER' : 'APAGAR');

export const switchTexts = {
  above: (what: string, quantity: string, value: string, limit: string, unit: string) =>
    `${what}: ${quantity} de ${value} ${unit}, sobre ${limit} ${unit}.`,
  below: (what: string, quantity: string, value: string, limit: string, unit: string) =>
    `${what}: ${quantity} de ${value} ${unit}, bajo ${limit} ${unit}.`,
  risk: (what: string, now: { value: string; hora: string }, falls: boolean, limit: { value: string; hora: string }) =>
    `${what}: ${now.value} °C a las ${now.hora} y ${falls ? 'bajando' : 'subiendo'}; llegaría a ${limit.value} °C hacia las ${limit.hora}.`,
  sensorSilent: (what: string) => `${what}: su sensor dejó de dar lecturas.`,
  sensorStuck: (what: string, value: string, hours: number) =>
    `${what}: su sensor da lo mismo (${value} °C) desde hace ${hours} h, y los demás no.`,
  sensorImpossible: (what: string, values: string) => `${what}: su sensor da valores imposibles (${values}).`,
  pastMaximum: (what: string) => `${what}: sigue ENCENDIDO después de su tiempo máximo.`,
  ruleAtLimit: (what: string, minutes: number) =>
    `${what}: su regla de clima lo tuvo ENCENDIDO todo su tiempo máximo (${minutes} min). Descansa y puede volver a encender.`,
  discrepancy: (what: string, wantedOn: boolean, isOn: boolean) =>
    `${what}: se pidió ${asked(wantedOn)} y la placa reporta ${isOn ? 'ENCENDIDO' : 'APAGADO'}.`,
  orderFailed: (what: string, wantedOn: boolean, why: string) => `${what}: se pidió ${asked(wantedOn)} y ${why}.`,
  chatter: (what: string, times: number) => `${what}: cambió ${times} veces en 5 minutos.`,
} as const;

export const puntoTexts = {
  above: (what: string, value: string, limit: string) => `${what}: ${value}, más de ${limit}.`,
  below: (what: string, value: string, limit: string) => `${what}: ${value}, menos de ${limit}.`,
  changing: (what: string, rising: boolean, rate: string) => `${what}: ${rising ? 'sube' : 'baja'} ${rate} por hora.`,
  silent: (what: string) => `${what}: no llegan valores, y su placa está conectada.`,
  stuck: (what: string, value: string, hours: number) => `${what}: marca ${value} desde hace ${hours} h.`,
  impossible: (what: string) => `${what}: su sensor no da un valor posible.`,
} as const;

/** Why a command failed, by its estado. */
export const FAILURES: Readonly<Record<string, string>> = {
  rechazado: 'la placa lo rechazó',
  vencido: 'la orden venció antes de actuar',
  sin_respuesta: 'la placa no respondió',
};
