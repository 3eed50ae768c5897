export const texts = {
  automatic: (rule: string) => `Automático: ${rule}`,
  programa: (nombre: string | null) => (nombre === null ? 'Programa' : `Programa «${nombre}»`),
  onByPerson: 'Lo encendió una persona',
  offByPerson: 'Lo apagó una persona',
  tooMany: (most: number) => `La empresa ya tiene ${most} reglas de clima, las más que caben`,
  staysInEmpresa: 'Una regla no cambia de empresa',
  noSensor: 'Ese switch no tiene sensor',
  noThreshold: (magnitud: string) => `«${magnitud}» no tiene un umbral que una regla pueda seguir`,
  beyond: (least: number, most: number, unidad: string) => `Debe estar entre ${least} y ${most} ${unidad}`.trim(),
  toldEvery: (seconds: number) => `El punto habla cada ${seconds} s: no puede ser vieja antes`,
  chooseSilence: (nombre: string, tipo: string) => `Elige qué hace «${nombre}» (${tipo}) cuando el sensor calla`,
} as const;
