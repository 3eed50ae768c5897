import { DISPOSITIVOS, EMPRESAS, SWITCHES, USUARIOS } from './administration.js';
import { dispositivoDialogs, EMPRESA_DIALOGS, SWITCH_DIALOGS, USUARIO_DIALOGS } from './dialogs.js';
import type { Screen } from './screen.js';

const COMMON = {
  who: 'admin_global',
  menu: ['Dashboard Global', 'Empresas', 'Dispositivos', 'Switches', 'Usuarios'],
} as const;

export const ADMIN_GLOBAL: readonly Screen[] = [
  {
    ...COMMON,
    screen: 'Dashboard Global',
    path: '/dashboard',
    title: 'Dashboard | Acequia',
    texts: ['¡Bienvenido! Selecciona una opción del menú para administrar tu sistema.'],
    buttons: ['Salir'],
    parts: [
      {
        part: 'cards',
        where: 'main',
        headings: ['Empresas', 'Usuarios', 'Dispositivos', 'Switches'],
        links: ['Empresas → /empresas', 'Usuarios → /usuarios', 'Dispositivos → /dispositivos', 'Switches → /switches'],
      },
    ],
  },
  {
    ...COMMON,
    screen: 'Empresas',
    path: '/empresas',
    title: 'Empresas | Acequia',
    headings: ['Empresas'],
    buttons: ['Nueva empresa', 'Regresar', 'Salir'],
    parts: [EMPRESAS],
    dialogs: EMPRESA_DIALOGS,
  },
  {
    ...COMMON,
    screen: 'Usuarios',
    path: '/usuarios',
    title: 'Acequia',
    headings: ['Usuarios'],
    buttons: ['Nuevo usuario', 'Regresar', 'Salir'],
    // Who belongs to no company: an admin_global.
    parts: [{ ...USUARIOS, texts: [...USUARIOS.texts!, '—'] }],
    dialogs: USUARIO_DIALOGS,
  },
  {
    ...COMMON,
    screen: 'Dispositivos',
    path: '/dispositivos',
    title: 'Acequia',
    buttons: ['Nuevo dispositivo', 'Regresar', 'Salir'],
    parts: [DISPOSITIVOS],
    dialogs: dispositivoDialogs('select, required'),
  },
  {
    ...COMMON,
    screen: 'Switches',
    path: '/switches',
    title: 'Acequia',
    buttons: ['Nuevo switch / panel', 'REGRESAR', 'Salir'],
    options: { 'Selecciona una empresa': ['{empresa}', '{cerrada}'] },
    values: { 'Selecciona una empresa': '{empresa}' },
    parts: [SWITCHES],
    dialogs: SWITCH_DIALOGS,
  },
];
