import type { Locator, Page } from 'playwright-core';
import { dialogo } from './consola.js';

export const nuevo = async (page: Page) => {
  await page.getByRole('button', { name: 'Nuevo usuario', exact: true }).click();
  const abierto = dialogo(page, 'Nuevo Usuario');
  await abierto.waitFor();
  return abierto;
};
export const editar = async (page: Page, nombre: string) => {
  await page.getByRole('button', { name: `Editar ${nombre}`, exact: true }).click();
  const abierto = dialogo(page, 'Editar Usuario');
  await abierto.waitFor();
  return abierto;
};
export const clave = (abierto: Locator) => abierto.getByLabel(/^Contraseña/);
export const quitar = (abierto: Locator) => abierto.getByRole('button', { name: /^Quitar / });
export const opciones = (page: Page) => page.getByRole('option').filter({ visible: true });
