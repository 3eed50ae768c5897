import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import { ErrorPage } from './error.page.js';
import { comandosGuard, exigir, inicioGuard, loginGuard, logoutGuard } from './guards.js';
import { Root } from './root.js';

const comandos = () => import('../features/comandos/comandos.page.js');
const cuenta = () => import('../features/account/account.page.js');
const centinela = () => import('../features/centinela/centinela.page.js');

/** A screen that fails, or whose code cannot be had, leaves the frame around it: its menu, and what it says of the connection. */
const enSuMarco = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorPage />, children }];

/** The routes (ACC-1 to ACC-7). Every screen is loaded on demand; `handle.titulo` is the tab's title. */
export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    children: [
      {
        path: '/login',
        loader: loginGuard,
        handle: { titulo: 'Login' },
        lazy: () => import('../features/session/login.page.js'),
      },
      { path: '/logout', loader: logoutGuard, element: <></> },
      {
        path: '/',
        lazy: () => import('./layouts/administration.layout.js'),
        children: enSuMarco([
          { index: true, loader: inicioGuard, element: <></> },
          {
            path: 'dashboard',
            loader: exigir('admin_global'),
            handle: { titulo: 'Dashboard' },
            lazy: () => import('../features/dashboard/dashboard.page.js'),
          },
          {
            path: 'empresas',
            loader: exigir('admin_global'),
            handle: { titulo: 'Empresas' },
            lazy: () => import('../features/empresas/empresas.page.js'),
          },
          {
            path: 'usuarios',
            loader: exigir('admin_global', 'admin_empresa'),
            lazy: () => import('../features/usuarios/usuarios.page.js'),
          },
          {
            path: 'dispositivos',
            loader: exigir('admin_global', 'admin_empresa'),
            lazy: () => import('../features/dispositivos/dispositivos.page.js'),
          },
          {
            path: 'switches',
            loader: exigir('admin_global', 'admin_empresa'),
            lazy: () => import('../features/switches/switches.page.js'),
          },
          {
            path: 'placas',
            loader: exigir('admin_global', 'admin_empresa'),
            handle: { titulo: 'Placas' },
            lazy: () => import('../features/placas/placas.page.js'),
          },
          {
            path: 'enclavamientos',
            loader: exigir('admin_global', 'admin_empresa'),
            handle: { titulo: 'Enclavamientos' },
            lazy: () => import('../features/enclavamientos/enclavamientos.page.js'),
          },
          {
            path: 'comandos',
            loader: comandosGuard,
            handle: { titulo: 'Comandos' },
            lazy: comandos,
          },
          {
            path: 'auditoria',
            loader: exigir('admin_global', 'admin_empresa'),
            handle: { titulo: 'Auditoría' },
            lazy: () => import('../features/auditoria/auditoria.page.js'),
          },
          {
            path: 'cuenta',
            loader: exigir('admin_global', 'admin_empresa'),
            handle: { titulo: 'Mi cuenta' },
            lazy: cuenta,
          },
          {
            path: 'dashboard-empresa',
            loader: exigir('admin_empresa'),
            handle: { titulo: 'Panel Empresa' },
            lazy: () => import('../features/summary/summary.page.js'),
          },
        ]),
      },
      {
        path: '/panel',
        loader: exigir('usuario'),
        lazy: () => import('./layouts/usuario.layout.js'),
        children: enSuMarco([
          { index: true, loader: () => redirect('/panel/switch'), element: <></> },
          {
            path: 'switch',
            handle: { titulo: 'Mis Switches' },
            lazy: () => import('../features/switch-panel/switch-panel.page.js'),
          },
          {
            path: 'dispositivos',
            handle: { titulo: 'Mis Dispositivos' },
            lazy: () => import('../features/device-panel/device-panel.page.js'),
          },
          { path: 'centinelas/:id', handle: { titulo: 'Detalle Centinela' }, lazy: centinela },
          { path: 'centinela/:id', handle: { titulo: 'Detalle Centinela' }, lazy: centinela },
          { path: 'comandos', handle: { titulo: 'Comandos' }, lazy: comandos },
          { path: 'cuenta', handle: { titulo: 'Mi cuenta' }, lazy: cuenta },
        ]),
      },
      { path: '*', loader: () => redirect('/login'), element: <></> },
    ],
  },
]);
