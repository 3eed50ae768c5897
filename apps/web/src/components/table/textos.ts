/** `nombre`: what the rows are, in plural. */
export const texts = {
  list: (nombre: string) => `Lista de ${nombre}`,
  search: 'Buscar…',
  searchIn: (nombre: string) => `Buscar en ${nombre}`,
  rows: (count: string, one: boolean) => `${count} ${one ? 'fila' : 'filas'}`,
  of: (visible: string, all: string) => `${visible} de ${all}`,
  noMatch: (search: string) => `Nada coincide con «${search}».`,
  csv: 'CSV',
  csvFailed: 'No se pudo descargar el archivo.',
  views: 'Vistas',
  chooseAll: 'Elegir todas las filas',
  chooseOne: (nombre: string) => `Elegir ${nombre}`,
  actions: 'Acciones',
  pages: {
    label: 'Páginas',
    position: (first: string, last: string, total: string) => `${first}–${last} de ${total}`,
    page: (page: string, pages: string) => `Página ${page} de ${pages}`,
    previous: 'Anterior',
    next: 'Siguiente',
  },
} as const;

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
