// Apart from the schemas, so that a browser can load this without zod.

/** exclusion: never two of the switches on together. requiere: a pump is on only while one of its valves is. */
export const TIPOS_ENCLAVAMIENTO = ['exclusion', 'requiere'] as const;

export const ENCLAVAMIENTO_TEXT: Readonly<Record<(typeof TIPOS_ENCLAVAMIENTO)[number], string>> = {
  exclusion: 'Nunca encendidos a la vez',
  requiere: 'La bomba requiere una válvula abierta',
};
