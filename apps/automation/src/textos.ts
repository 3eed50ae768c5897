/** Why a request is refused. */
export const texts = {
  rangeReversed: 'Debe ser desde o después',
  rangeTooLong: (days: number) => `Máximo ${days} días`,
  tooManyTurnos: (most: number) => `Son más de ${most} turnos: pide menos días, o páginas`,
  notInFuture: 'Debe ser después de ahora',
  notGranted: 'El programa mueve switches que no tienes asignados.',
} as const;
