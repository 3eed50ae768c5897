export const texts = {
  bell: (count: number) =>
    count === 0 ? 'Avisos: ninguno abierto' : count === 1 ? 'Avisos: 1 abierto' : `Avisos: ${count} abiertos`,
  many: '99+',
} as const;
