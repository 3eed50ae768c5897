import { exactDuration, PROGRAMA_LIMITS } from '@acequia/contracts';

/** The name of a magnitud within a sentence: "pH" and "CO₂" stay. */
const inSentence = (nombre: string): string =>
  /^.\p{Ll}/u.test(nombre) ? nombre.charAt(0).toLowerCase() + nombre.slice(1) : nombre;

/** Why a turn does not run as its program says; the reasons are stored with the turn. */
export const texts = {
  outsideWindow: 'Empieza fuera de la ventana del programa',
  switchInactive: 'El switch está desactivado',
  deviceInactive: 'El dispositivo está suspendido o desactivado',
  /** `until`: a day and time. */
  noRegar: (until: string, motivo: string) => `No regar hasta ${until}: ${motivo}`,
  shortenedToMaximum: (maximum_s: number) =>
    `Se redujo a ${exactDuration(maximum_s)}: es lo más que el switch puede estar encendido`,
  shortenedToWindow: (segundos: number) => `Se redujo a ${exactDuration(segundos)}: termina la ventana del programa`,
  movedBy: (who: string, said: readonly string[]) =>
    `Lo cambió ${who} solo este día: su programa dice ${said.join(', ')}`,
  skipped: 'Se omitió',
  reduced: (percentage: number) => `Se redujo a ${percentage} %`,
  frost: 'Riesgo de helada',
  /** `horas`: over which a counter is summed. */
  quantityOver: (magnitud: string, horas: number | undefined) =>
    horas === undefined ? inSentence(magnitud) : `${inSentence(magnitud)} en ${horas} h`,
  /** `what`: what is done with the turn. */
  byEt0: (what: string, source: string, mm: string) => `${what}: ${source} ${mm} mm`,
  et0OfYesterday: 'ET0 de ayer',
  et0Given: 'ET0 indicada',
  unchecked: 'Empezó sin comprobar sus condiciones',
  notPlanned: 'Su programa ya no lo pide',
  tooManyTogether: (runs: number) =>
    `Los programas de la empresa sumarían ${runs} encendidos al día; el máximo es ${PROGRAMA_LIMITS.RUNS_OF_EMPRESA}`,
} as const;

export const QUANTITIES = {
  humedad_mayor: 'humedad',
  humedad_menor: 'humedad',
  temperatura_mayor: 'temperatura',
  temperatura_menor: 'temperatura',
  helada: 'temperatura',
} as const;
