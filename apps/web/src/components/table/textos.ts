export const viewsTexts = {
  title: (rows: string) => `Vistas de ${rows}`,
  help: 'Una vista guarda la búsqueda, los filtros y el orden de esta lista con un nombre. Se guardan en este navegador; para compartir una, copia su enlace.',
  nombre: 'Guardar lo que se ve como',
  save: 'Guardar',
  none: 'Aún no hay vistas de esta lista.',
  copyOne: (nombre: string) => `Copiar el enlace de ${nombre}`,
  removeOne: (nombre: string) => `Quitar ${nombre}`,
  copied: 'Enlace copiado',
  notCopied: 'El navegador no deja copiar: este es el enlace',
} as const;
