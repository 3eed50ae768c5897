export const texts = {
  title: 'Mediciones',
  unread: 'No se pudieron leer los puntos. Se intentará de nuevo.',
  all: (count: number) => `Ver los ${count} puntos`,
} as const;
