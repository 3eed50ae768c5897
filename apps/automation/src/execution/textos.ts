import { exactDuration } from '@acequia/contracts';

/** What a person reads whose order to a turn is refused. */
export const texts = {
  noNextRun: 'El programa no tiene un riego próximo.',
  longestOn: (maximum_s: number) => `Este switch puede estar encendido ${exactDuration(maximum_s)} como máximo`,
  outsideWindow: 'Queda fuera de la ventana del programa',
  pumpMovesWithValves: 'Una bomba se mueve con sus válvulas',
  otherDay: 'Un turno solo se mueve dentro de su día',
  timePassed: 'Esa hora ya pasó',
  tooManyOpen: (hora: string, open: number, allowed: number | undefined) =>
    `A las ${hora} habría ${open} válvulas abiertas, y el programa permite ${allowed} a la vez`,
  tooMuchWater: (hora: string, flow: string, allowed: string) =>
    `A las ${hora} se pedirían ${flow} m³/h, y el programa permite ${allowed} a la vez`,
  whichCompany: 'Elige la empresa en la que se detiene todo',
  notAllOrdered: (missing: number, all: number) =>
    `No se pudo dar la orden de apagar a ${missing} de ${all}. Inténtalo otra vez.`,
  recovery: {
    done: 'Este turno ya se recupera.',
    notOver: 'Este turno aún no termina.',
    unknown: 'Aún no se sabe si regó: su placa no lo ha confirmado.',
    wanted: 'Una persona o una condición lo omitió o lo detuvo: no le falta nada.',
    tooOld: 'Pasaron más de tres días de este turno.',
    nothing: 'No le falta ni un minuto.',
    noProgram: 'Su programa se eliminó o no está activo.',
    noStep: 'Solo se recupera una válvula de su programa; una bomba va con ella.',
    noRoom: 'En las próximas 36 horas no hay lugar para lo que le falta.',
  },
} as const;
