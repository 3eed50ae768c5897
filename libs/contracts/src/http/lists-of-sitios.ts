import type { RouteName } from './routes.js';

/** Lists of a company that a token with sitios gets as a usuario gets theirs: by the call for one person. */
export const LISTS_OF_SITIOS: Partial<Record<RouteName, 'switches.de_usuario' | 'dispositivos.de_usuario'>> = {
  'switches.panel': 'switches.de_usuario',
  'dispositivos.listar': 'dispositivos.de_usuario',
};
