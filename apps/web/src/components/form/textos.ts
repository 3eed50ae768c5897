/** Error of an empty required field. */
export const REQUIRED = 'Este dato es obligatorio';
export const texts = {
  save: 'Guardar',
  cancel: 'Cancelar',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  chooseFile: 'Elegir archivo…',
  dateParts: { day: 'dd', month: 'mm', year: 'aaaa', hour: 'hh', minute: 'mm' },
  halfWritten: 'Quedó a medias: termínalo o bórralo.',
  /** Without an answer the action may still have happened: only the answer may be lost. */
  noAnswer: 'Puede que sí se haya hecho: revísalo antes de repetir.',
  conflict: {
    label: 'Cambios de otra persona',
    heading: 'Otra persona guardó cambios mientras editabas.',
    theirs: 'Guardado ahora',
    mine: 'Lo tuyo',
    takeTheirs: 'Usar lo guardado',
    saveMine: 'Guardar lo mío',
    chosen: (count: number) => (count === 1 ? '1 elegido' : `${count} elegidos`),
  },
  choice: {
    none: 'No hay ninguno',
    placeholder: 'Elegir…',
    remove: (nombre: string) => `Quitar ${nombre}`,
    clear: (label: string) => `Vaciar ${label}`,
    open: (label: string) => `Abrir ${label}`,
    noMatch: 'Nada coincide.',
    more: (visible: number, all: number) => `Se muestran ${visible} de ${all}. Escribe para encontrar los demás.`,
  },
} as const;
/** Added to a confirmation question that closes a form with unsaved input. */
export const UNSAVED_IS_LOST = 'Los cambios que no guardaste en este formulario se perderán.';
export const HALF_WRITTEN = (label: string): string => `«${label}» quedó a medias: termínalo o bórralo.`;
