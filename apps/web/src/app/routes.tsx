import { redirect, type RouteObject } from 'react-router-dom';
import { ErrorPage } from './error.page.js';
import {
  comandosGuard,
  dispositivoGuard,
  requireRol,
  homeGuard,
  loginGuard,
  logoutGuard,
  panelGuard,
  switchGuard,
} from './guards.js';
import { Root } from './root.js';

const comandos = () => import('../features/comandos/comandos.page.js');
const cuenta = () => import('../features/account/account.page.js');
const avisos = () => import('../features/avisos/avisos.page.js');
const centinela = () => import('../features/dispositivo/centinela.page.js');
const switchPanel = () => import('../features/switch-panel/switch-panel.page.js');
const switchDetail = () => import('../features/switch-panel/switch-detail.page.js');
const devicePanel = () => import('../features/device-panel/device-panel.page.js');
const panelProgramas = () => import('../features/programas/panel-programas.page.js');

/** The code of a usuario's screens and of their charts, which then open without a connection, seen before or not. */
export const PANEL_CODE: readonly (() => Promise<unknown>)[] = [
  ...[switchPanel, switchDetail, devicePanel, centinela, panelProgramas, avisos, comandos, cuenta],
  () => import('../features/switch-panel/components/sensor-history.js'),
  () => import('../features/switch-panel/components/general-history.js'),
  () => import('../features/switch-panel/components/sensor-chart.js'),
  () => import('../features/switch-panel/components/range-chart.js'),
  () => import('../features/switch-panel/components/event-table.js'),
  () => import('../features/dispositivo/components/phase-chart.js'),
  () => import('../features/dispositivo/components/day-chart.js'),
];

/** When a screen throws or its code cannot be loaded, the error shows inside the frame, so the menu and the connection banner stay. */
const inItsFrame = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorPage />, children }];

/** The screens (ACC-1 to ACC-7). Every screen is loaded on demand; `handle.title` is the tab's title, `handle.oneEmpresa` a screen of one company. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    children: [
      // Outside the administration's layout: the browser of a usuario does not keep that code.
      { index: true, loader: homeGuard, element: <></> },
      {
        path: '/login',
        loader: loginGuard,
        handle: { title: 'Login' },
        lazy: () => import('../features/session/login.page.js'),
      },
      { path: '/muro', handle: { title: 'Muro' }, lazy: () => import('../features/wall/wall.page.js') },
      { path: '/logout', loader: logoutGuard, element: <></> },
      {
        path: '/',
        lazy: () => import('./layouts/administration.layout.js'),
        children: inItsFrame([
          {
            path: 'dashboard',
            loader: requireRol('admin_global'),
            handle: { title: 'Dashboard' },
            children: [{ index: true, lazy: () => import('./dashboard.screen.js') }],
          },
          {
            path: 'empresas',
            loader: requireRol('admin_global'),
            handle: { title: 'Empresas' },
            lazy: () => import('../features/empresas/empresas.page.js'),
          },
          {
            path: 'empresas/:id/resumen',
            loader: requireRol('admin_global'),
            handle: { title: 'Panel Empresa' },
            lazy: () => import('./summary.screen.js'),
          },
          {
            path: 'usuarios',
            loader: requireRol('admin_global', 'admin_empresa'),
            lazy: () => import('../features/usuarios/usuarios.page.js'),
          },
          {
            path: 'dispositivos',
            loader: requireRol('admin_global', 'admin_empresa'),
            lazy: () => import('../features/dispositivos/dispositivos.page.js'),
          },
          {
            path: 'dispositivos/:id',
            loader: dispositivoGuard,
            handle: { title: 'Dispositivo' },
            lazy: () => import('./dispositivo.screen.js'),
          },
          {
            path: 'switches',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { oneEmpresa: true },
            children: [{ index: true, lazy: () => import('../features/switches/switches.page.js') }],
          },
          {
            path: 'switches/:id',
            loader: switchGuard,
            handle: { title: 'Switch' },
            lazy: () => import('./switch.screen.js'),
          },
          {
            path: 'placas',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Placas' },
            lazy: () => import('../features/placas/placas.page.js'),
          },
          {
            path: 'placas/:id',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Placa' },
            lazy: () => import('../features/placas/board.page.js'),
          },
          {
            path: 'importar',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Importar' },
            lazy: () => import('../features/import/import.page.js'),
          },
          {
            path: 'alta',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Puesta en marcha', oneEmpresa: true },
            lazy: () => import('../features/placas/first-steps.page.js'),
          },
          {
            path: 'enclavamientos',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Enclavamientos', oneEmpresa: true },
            lazy: () => import('../features/enclavamientos/enclavamientos.page.js'),
          },
          {
            path: 'protecciones',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Protecciones', oneEmpresa: true },
            lazy: () => import('../features/protecciones/protecciones.page.js'),
          },
          {
            path: 'puntos',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Puntos', oneEmpresa: true },
            lazy: () => import('../features/puntos/puntos.page.js'),
          },
          {
            path: 'puntos/:id',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Punto' },
            lazy: () => import('../features/puntos/punto.page.js'),
          },
          {
            path: 'programas',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Programas', oneEmpresa: true },
            lazy: () => import('../features/programas/programas.page.js'),
          },
          {
            path: 'clima',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Clima', oneEmpresa: true },
            lazy: () => import('../features/clima/clima.page.js'),
          },
          {
            path: 'comandos',
            loader: comandosGuard,
            handle: { title: 'Comandos', oneEmpresa: true },
            lazy: comandos,
          },
          {
            path: 'situacion',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Situación' },
            children: [{ index: true, lazy: () => import('../features/situation/situation.page.js') }],
          },
          {
            path: 'avisos',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Avisos' },
            lazy: avisos,
          },
          {
            path: 'avisos/silencios',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Silencios', oneEmpresa: true },
            lazy: () => import('../features/silencios/silencios.page.js'),
          },
          {
            path: 'avisos/reglas',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Reglas de avisos', oneEmpresa: true },
            lazy: () => import('../features/reglas/reglas.page.js'),
          },
          {
            path: 'avisos/canales',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'A quién se avisa', oneEmpresa: true },
            lazy: () => import('../features/canales/canales.page.js'),
          },
          {
            path: 'avisos/resumen',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Resumen del día', oneEmpresa: true },
            lazy: () => import('../features/daily-summary/daily-summary.page.js'),
          },
          {
            path: 'dossieres',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Dossier del mes', oneEmpresa: true },
            lazy: () => import('../features/dossieres/dossieres.page.js'),
          },
          {
            path: 'tarifas',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Tarifas', oneEmpresa: true },
            lazy: () => import('../features/tarifas/tarifas.page.js'),
          },
          {
            path: 'tokens',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Tokens', oneEmpresa: true },
            lazy: () => import('../features/tokens/tokens.page.js'),
          },
          {
            path: 'auditoria',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Auditoría' },
            lazy: () => import('../features/auditoria/auditoria.page.js'),
          },
          {
            path: 'actualizaciones',
            loader: requireRol('admin_global'),
            handle: { title: 'Actualizaciones' },
            lazy: () => import('../features/actualizaciones/actualizaciones.page.js'),
          },
          {
            path: 'actualizaciones/:id',
            loader: requireRol('admin_global'),
            handle: { title: 'Actualización' },
            lazy: () => import('../features/actualizaciones/actualizacion.page.js'),
          },
          {
            path: 'estado',
            loader: requireRol('admin_global'),
            handle: { title: 'Estado' },
            lazy: () => import('../features/estado/estado.page.js'),
          },
          {
            path: 'cuenta',
            loader: requireRol('admin_global', 'admin_empresa'),
            handle: { title: 'Mi cuenta' },
            lazy: cuenta,
          },
          {
            path: 'dashboard-empresa',
            loader: requireRol('admin_empresa'),
            handle: { title: 'Panel Empresa' },
            lazy: () => import('./summary.screen.js'),
          },
        ]),
      },
      {
        path: '/panel',
        loader: panelGuard,
        lazy: () => import('./layouts/usuario.layout.js'),
        children: inItsFrame([
          { index: true, loader: () => redirect('/panel/switch'), element: <></> },
          {
            path: 'switch',
            handle: { title: 'Mis Switches' },
            lazy: switchPanel,
          },
          {
            path: 'switch/:id',
            handle: { title: 'Mis Switches' },
            lazy: switchDetail,
          },
          {
            path: 'dispositivos',
            handle: { title: 'Mis Dispositivos' },
            lazy: devicePanel,
          },
          { path: 'centinelas/:id', handle: { title: 'Detalle Centinela' }, lazy: centinela },
          { path: 'centinela/:id', handle: { title: 'Detalle Centinela' }, lazy: centinela },
          { path: 'comandos', handle: { title: 'Comandos' }, lazy: comandos },
          { path: 'avisos', handle: { title: 'Avisos' }, lazy: avisos },
          {
            path: 'programas',
            handle: { title: 'Mis programas' },
            lazy: panelProgramas,
          },
          { path: 'cuenta', handle: { title: 'Mi cuenta' }, lazy: cuenta },
        ]),
      },
      { path: '*', loader: () => redirect('/login'), element: <></> },
    ],
  },
];
