import type { RouteName, UsuarioDeSesion } from '@acequia/contracts';
import { esRolConocido, INICIO } from '../lib/session.js';

type Pantalla = () => Promise<unknown>;

const PANELES: Pantalla = () => import('./layouts/usuario.layout.js');
const ADMINISTRACION: Pantalla = () => import('./layouts/administration.layout.js');

/** Where sessions begin. What is not listed here comes when the router asks for it, after its layout. */
const PAGINAS: Readonly<Record<string, Pantalla>> = {
  '/panel/switch': () => import('../features/switch-panel/switch-panel.page.js'),
  '/panel/dispositivos': () => import('../features/device-panel/device-panel.page.js'),
  '/dashboard': () => import('../features/dashboard/dashboard.page.js'),
  '/dashboard-empresa': () => import('../features/summary/summary.page.js'),
};

/** Where the router will end for who opens `pathname`: the redirects of ACC-2. */
function destino(pathname: string, { rol }: UsuarioDeSesion): string {
  const pedido = pathname === '/' || pathname === '/login' ? INICIO[rol] : pathname;
  return pedido === '/panel' ? '/panel/switch' : pedido;
}

/** The modules that the first screen needs, to be fetched beside the router instead of after it and one after the other. */
export function pantallasDe(pathname: string, usuario: UsuarioDeSesion | null): Pantalla[] {
  if (!usuario || !esRolConocido(usuario.rol)) return [() => import('../features/session/login.page.js')];
  const pagina = PAGINAS[destino(pathname, usuario)];
  return [usuario.rol === 'usuario' ? PANELES : ADMINISTRACION, ...(pagina ? [pagina] : [])];
}

type Pregunta = [name: RouteName, query: Record<string, string>];

/** The call that the first screen cannot be drawn without, asked as that screen asks it. */
export function preguntaDe(pathname: string, usuario: UsuarioDeSesion): Pregunta | null {
  if (usuario.rol !== 'usuario' || destino(pathname, usuario) !== '/panel/switch') return null;
  return ['switches.de_usuario', { usuario_id: String(usuario.id) }];
}
