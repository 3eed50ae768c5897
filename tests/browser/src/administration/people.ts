import type { Locator, Page } from 'playwright-core';
import { appDialog } from './console-walk.js';

export const openNew = async (page: Page) => {
  await page.getByRole('button', { name: 'Nuevo usuario', exact: true }).click();
  const abierto = appDialog(page, 'Nuevo Usuario');
  await abierto.waitFor();
  return abierto;
};
export const edit = async (page: Page, nombre: string) => {
  await page.getByRole('button', { name: `Editar ${nombre}`, exact: true }).click();
  const abierto = appDialog(page, 'Editar Usuario');
  await abierto.waitFor();
  return abierto;
};
export const clave = (abierto: Locator) => abierto.getByLabel(/^Contraseña/);
export const remove = (abierto: Locator) => abierto.getByRole('button', { name: /^Quitar / });
export const choices = (page: Page) => page.getByRole('option').filter({ visible: true });
