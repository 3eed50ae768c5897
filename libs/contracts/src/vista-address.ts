// Apart from the schemas, so that a browser can load this without zod.

/** Screens of the console with lists; `:id` stands for a number. */
export const VISTA_SCREENS = [
  ...['/empresas', '/empresas/:id/resumen', '/dashboard-empresa', '/usuarios', '/dispositivos', '/switches', '/placas'],
  '/switches/:id',
  '/dispositivos/:id',
  ...[
    '/placas/:id',
    '/puntos/:id',
    '/enclavamientos',
    '/protecciones',
    '/puntos',
    '/programas',
    '/clima',
    '/comandos',
    '/situacion',
    '/tokens',
    '/auditoria',
    '/estado',
    '/actualizaciones',
    '/actualizaciones/:id',
  ],
  ...['/avisos', '/avisos/silencios', '/avisos/reglas', '/avisos/canales', '/avisos/resumen', '/dossieres'],
  ...['/panel/switch', '/panel/switch/:id', '/panel/dispositivos', '/panel/centinela/:id', '/panel/centinelas/:id'],
  ...['/panel/comandos', '/panel/avisos', '/panel/programas'],
] as const;
const SCREENS: ReadonlySet<string> = new Set(VISTA_SCREENS);

/** Resolves a path; no site has this name. */
const CONSOLE = 'https://consola.invalid';

/** The path and search that a browser would take `direccion` for; null = not a screen of the console, or more than its search. */
export const vistaAddress = (direccion: string): { pathname: string; search: string } | null => {
  if (!direccion.startsWith('/') || !URL.canParse(direccion, CONSOLE)) return null;
  const { origin, pathname, search, hash } = new URL(direccion, CONSOLE);
  if (origin !== CONSOLE || hash !== '') return null;
  return SCREENS.has(pathname.replace(/\/\d{1,10}(?=\/|$)/g, '/:id')) ? { pathname, search } : null;
};
