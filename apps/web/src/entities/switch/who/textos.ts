export const texts = {
  actors: {
    persona: 'Una persona',
    programa: 'Un programa',
    regla: 'Una regla de clima',
    sistema: 'El sistema',
    placa: 'Sin orden conocida',
  },
  actorsLabel: 'Quién encendió',
  program: (nombre: string | null) => (nombre === null ? 'Un programa' : `Programa «${nombre}»`),
  /** Of a person who was deleted. */
  person: 'una persona',
  /** An order without a person that names neither program nor rule. */
  system: 'el sistema',
} as const;
