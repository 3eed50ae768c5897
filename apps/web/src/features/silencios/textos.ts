export const texts = {
  title: 'Silencios',
  help: 'Mientras dura un silencio los avisos se ven en la consola, pero no se envían a nadie; al terminar se avisa otra vez de lo que siga mal y nadie haya reconocido. Sirve para un mantenimiento o para lo que ya se sabe.',
  fresh: 'Nuevo silencio',
  columns: { what: 'Para qué vale', hasta: 'Termina', desde: 'Empezó', quien: 'Quién', motivo: 'Motivo' },
  reading: '…',
  empty: 'Ahora no hay ningún silencio: todos los avisos se envían.',
  noRows: 'No se pudieron cargar los silencios. Se intentará de nuevo.',
  fields: { hasta: 'Durante', motivo: 'Motivo' },
  during: (horas: number) =>
    horas < 24 ? `${horas} ${horas === 1 ? 'hora' : 'horas'}` : `${horas / 24} ${horas === 24 ? 'día' : 'días'}`,
  until: (moment: string) => `Termina el ${moment}.`,
  example: 'Mantenimiento del pozo, cambio de tablero…',
  saved: 'Silencio guardado',
  saveError: 'Error al guardar silencio',
  end: {
    accion: 'Terminar',
    label: (what: string) => `Terminar el silencio: ${what}`,
    question: '¿Terminar este silencio?',
    detalle: (what: string) => `${what}: lo que siga mal se enviará desde ahora.`,
    done: 'Silencio terminado',
    failure: 'No se pudo terminar el silencio',
  },
} as const;
