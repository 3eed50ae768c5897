/** Shown when a screen throws in the browser or its code cannot be loaded. */
export const errorTexts = {
  heading: 'Algo salió mal en esta pantalla',
  help: 'Puede ser una conexión cortada o una versión nueva de la consola. Se volverá a cargar sola.',
  reload: 'Volver a cargar',
} as const;
