import { duration } from '@acequia/contracts';

const left = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  if (ms < 60_000) return 'queda menos de 1 min';
  return minutes === 1 ? 'queda 1 min' : `quedan ${duration(minutes)}`;
};

/** `hora`: HH:mm at which the turn ends; `ms`: time until then. */
export const timeLeftText = (hora: string, ms: number): string => `se apaga a las ${hora} · ${left(ms)}`;

export const texts = {
  inCharge: (texto: string, since: string) => `${texto} · desde ${since}`,
  today: (hora: string) => `a las ${hora}`,
  otherDay: (moment: string) => `el ${moment}`,
  next: (when: string, lasts: string) => `Sigue ${when}, ${lasts}`,
  volume: (m3: string) => `${m3} m³`,
  moisture: (humedad: string) => `${humedad} % de humedad del suelo`,
  untilMoist: (moisture: string) => `hasta ${moisture}`,
  atMost: (amount: string, lasts: string) => `${amount} (máx. ${lasts})`,
  until: (end: string, when: string) => `hasta ${end}; a más tardar ${when}`,
  extended: 'Turno alargado',
  overlap: (hora: string) => `El paso siguiente empieza igual a las ${hora}: los dos estarán encendidos a la vez.`,
  stopAll: {
    button: 'Detener todo',
    title: '¿Detener todo?',
    given: 'Detener todo',
    whereOwn: 'Se apaga todo lo tuyo que está encendido o puede estarlo.',
    whereCompany: 'Se apaga todo lo que está encendido o puede estarlo.',
    rest: 'Termina lo que se está regando y se omite lo que falta de los riegos que ya empezaron. Los que empiezan después quedan como están.',
    empresa: 'Empresa',
    chooseEmpresa: 'Elige una empresa',
    sitio: 'Dónde',
    wholeEmpresa: 'En toda la empresa',
    sitesUnread: 'No se pudieron leer los sitios: solo se puede detener toda la empresa.',
    confirm: 'Detener todo',
    stopping: 'Deteniendo…',
    again: 'Detener otra vez',
    cancel: 'Cancelar',
    close: 'Cerrar',
    failed: (why: string) => `${why} Puede que parte sí se haya apagado.`,
    nothing: 'Nada podía estar encendido. Lo que faltaba de los riegos empezados se omitió.',
    confirmed: (n: number, all: number) =>
      n === all ? `Todo apagado y confirmado: ${all}.` : `Confirmados ${n} de ${all}.`,
    open: 'Sin confirmar',
    unread: 'No se pudo leer qué se confirmó. Se intentará de nuevo.',
    unlisted: (n: number) => `y ${n} más`,
    watched: 'Lo que no se confirme da un aviso y se ve en Comandos.',
    comandos: 'Ver Comandos',
    unnamed: (id: number) => `#${id}`,
  },
} as const;
