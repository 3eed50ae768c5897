/** Why a request is refused. */
export const texts = {
  rangeReversed: 'Debe ser desde o después',
  rangeTooLong: (days: number) => `Máximo ${days} días`,
  notInFuture: 'Debe ser después de ahora',
} as const;
