export const texts = {
  episode: (place: string, quantity: string, extreme: string, unit: string) =>
    `${place}: ${quantity} de hasta ${extreme} ${unit}.`,
} as const;
