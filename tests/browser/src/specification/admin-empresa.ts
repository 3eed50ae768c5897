import { DISPOSITIVOS, SWITCHES, USUARIOS } from './administration.js';
import { dispositivoDialogs, OWN_USUARIO_DIALOGS, SWITCH_DIALOGS } from './dialogs.js';
import type { Screen } from './screen.js';

/** Dialogs are the same for both kinds of administrators but for the company: one of each shows that. */
const COMMON = { who: 'admin_empresa', menu: ['Usuarios', 'Resumen'] } as const;

export const ADMIN_EMPRESA: readonly Screen[] = [
  {
    ...COMMON,
    screen: 'Resumen',
    path: '/dashboard-empresa',
    title: 'Panel Empresa | Acequia',
    headings: ['Bienvenido {empresa}.', 'Dispositivos asignados', 'Panel de Monitoreo'],
    figures: [
      'Empresa: {empresa}',
      'Usuarios permitidos: Sin límite',
      'Usuarios: {n}',
      'Dispositivos: 3',
      'Switches: 3',
      'Vencimiento: {time}',
    ],
    // The menu has no entry for the two lists, so this screen leads there (DEC-2).
    links: ['Gestionar Usuarios → /usuarios', 'Dispositivos → /dispositivos', 'Switches → /switches'],
    buttons: ['ACTUALIZAR DATOS', 'Salir'],
    parts: [
      {
        part: 'card of a relay',
        where: 'main [data-dispositivo="{bomba_id}"]',
        headings: ['{bomba}'],
        texts: ['ONLINE', '{age}', 'APAGADO', 'Conectado a Cloud'],
        buttons: ['ENCENDER', 'APAGAR', 'Refrescar'],
      },
      {
        part: 'card of a relay that is not read',
        where: 'main [data-dispositivo="{stopped_id}"]',
        texts: ['OFFLINE', 'hace —', 'SIN DATO', 'Sin conexión a Cloud'],
        locked: ['ENCENDER', 'APAGAR'],
      },
      {
        part: 'card of a meter',
        where: 'main [data-dispositivo="{centinela_id}"]',
        headings: ['{centinela}'],
        texts: ['ONLINE', '{age}', 'P. Activa', '{decimals} W', 'Conectado a Cloud'],
        buttons: ['Refrescar'],
        without: ['ENCENDER', 'APAGAR'],
      },
      {
        part: 'Panel de Monitoreo',
        where: 'main table',
        columns: ['Sitio', 'Nombre', 'Tipo', 'Pin', 'Par', 'Sensor', 'Estado', 'Temperatura', 'Humedad'],
        // SIN DATO, not APAGADO, for a switch that never reported (DEC-10).
        texts: ['Par', 'Individual', 'Sí', 'No', 'ENCENDIDO', 'APAGADO', 'SIN DATO', '22.5 °C', '48 %', '-'],
      },
    ],
  },
  {
    ...COMMON,
    screen: 'Usuarios',
    path: '/usuarios',
    title: 'Acequia',
    headings: ['Usuarios'],
    buttons: ['Nuevo usuario', 'Regresar', 'Salir'],
    parts: [USUARIOS],
    dialogs: OWN_USUARIO_DIALOGS,
  },
  {
    ...COMMON,
    screen: 'Dispositivos',
    path: '/dispositivos',
    title: 'Acequia',
    buttons: ['Nuevo dispositivo', 'Regresar', 'Salir'],
    parts: [DISPOSITIVOS],
    dialogs: dispositivoDialogs('text, required, read-only, disabled').slice(0, 1),
  },
  {
    ...COMMON,
    screen: 'Switches',
    path: '/switches',
    title: 'Acequia',
    buttons: ['Nuevo switch / panel', 'REGRESAR', 'Salir'],
    options: { 'Selecciona una empresa': ['{empresa}'] },
    values: { 'Selecciona una empresa': '{empresa}' },
    parts: [SWITCHES],
    dialogs: SWITCH_DIALOGS.slice(0, 1),
  },
];
