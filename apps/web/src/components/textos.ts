/** Texts of what every screen shares. */
export const texts = {
  skip: 'Saltar al contenido',
  states: { on: 'ENCENDIDO', off: 'APAGADO', unknown: 'SIN DATO' },
  offline: {
    title: 'Sin conexión con el servidor.',
    outdated: 'Lo que ves puede no ser actual; se actualizará solo al volver.',
    lastKnown: (age: string, when: string) =>
      `Esto es lo último que se supo, ${age} (${when}); se actualizará solo al volver.`,
  },
  version: { fresh: 'Hay una versión nueva de la consola.', reload: 'Volver a cargar' },
} as const;
