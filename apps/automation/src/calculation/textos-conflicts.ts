import { duration } from '@acequia/contracts';

/** Days that are named; of the others only their number is told. */
const NAMED = 3;
const daysText = (days: readonly { day: number; month: number }[]): string => {
  const named = days.slice(0, NAMED).map(({ day, month }) => `${day}/${month}`);
  const rest = days.length - named.length;
  return rest === 0 ? named.join(', ') : `${named.join(', ')} y ${rest === 1 ? 'un día más' : `${rest} días más`}`;
};

/** The conflicts of a program. */
export const texts = {
  noCoordinates: 'Un inicio es por el sol y la empresa no tiene coordenadas: no empezará nunca.',
  noSun: 'En los próximos días no hay ningún inicio: el sol no sale o no se pone, o no es temporada.',
  sunless: (days: readonly { day: number; month: number }[]) =>
    `El sol no sale o no se pone el ${daysText(days)}: su inicio por el sol no ocurre entonces.`,
  tooLong: (nombre: string, wanted_s: number, maximum_s: number) =>
    `«${nombre}» estaría ${duration(wanted_s / 60)} encendido; su máximo es ${duration(maximum_s / 60)}.`,
  tooLongJoined: (nombre: string, maximum_s: number) =>
    `«${nombre}» tendría turnos seguidos que juntos pasan de su máximo encendido, ${duration(maximum_s / 60)}.`,
  withoutSoak: (nombre: string, soak_s: number) =>
    `«${nombre}» no descansaría ${soak_s < 120 ? `${soak_s} s` : duration(soak_s / 60)} entre dos riegos.`,
  outsideWindow: 'No cabe en la ventana: lo que queda fuera se recorta o se omite.',
  pastSunrise: 'Empieza de noche y termina después de la salida del sol.',
  twoTurns: (nombre: string | undefined) => `«${nombre}» tendría dos turnos a la vez.`,
  notTogether: (a: string | undefined, b: string | undefined) => `«${a}» y «${b}» no pueden estar encendidos juntos.`,
  sameMeter: (a: string | undefined, b: string | undefined, meter: string) =>
    `«${meter}» mediría «${a}» y «${b}» a la vez: el volumen de uno contaría también el agua del otro.`,
  byService: (nombre: string, meter: string, every_s: number, flow_m3h: number | null) => {
    const more = flow_m3h === null ? '' : `: hasta ${String(Number(((flow_m3h * every_s) / 3_600).toFixed(2)))} m³ más`;
    return `«${nombre}» la apaga el servicio, no su placa, con el último valor de «${meter}», que puede tener ${every_s} s${more}.`;
  },
  moistByService: (nombre: string, soil: string, every_s: number) =>
    `«${nombre}» la apaga el servicio, no su placa, con el último valor de «${soil}», que puede tener ${every_s} s.`,
  noSoil: (nombre: string) => `Ningún punto dice la humedad de «${nombre}»: regaría su tiempo máximo.`,
  noMeter: (nombre: string) => `Ningún medidor mide «${nombre}»: regaría su tiempo máximo.`,
  tooManyOpen: (valvulas: number) => `Habría más de ${valvulas} válvulas abiertas a la vez.`,
  tooMuchWater: (caudal_m3h: number) => `Se pedirían más de ${caudal_m3h} m³/h a la vez.`,
} as const;
