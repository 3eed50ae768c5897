/** What the weekly try of a channel says. */
export const texts = {
  trial: (empresa: string) =>
    `${empresa}: prueba semanal de este canal. Si la lees, los avisos llegan aquí. No hay que responder.`,
  foot: (numero: number) => `Mensaje n.º ${numero}`,
  companyChat: 'el chat de la empresa',
} as const;
