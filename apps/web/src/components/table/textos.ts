export const viewsTexts = {
  title: (rows: string) => `Vistas de ${rows}`,
  help: 'Una vista guarda la búsqueda, los filtros y el orden de esta lista con un nombre. Cada quien tiene las suyas; para compartir una, copia su enlace.',
  nombre: 'Guardar lo que se ve como',
  save: 'Guardar',
  unread: 'No se pudieron leer tus vistas. Se intentará de nuevo.',
  none: 'Aún no hay vistas de esta lista.',
  copyOne: (nombre: string) => `Copiar el enlace de ${nombre}`,
  removeOne: (nombre: string) => `Quitar ${nombre}`,
  copied: 'Enlace copiado',
  notCopied: 'El navegador no deja copiar: este es el enlace',
} as const;
