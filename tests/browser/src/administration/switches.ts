import type { Locator, Page } from 'playwright-core';

/** How a person finds their way on the Switches screen: buttons, rows, blocks and fields by their names. */
export const buttonBy = (page: Page | Locator, nombre: string) =>
  page.getByRole('button', { name: nombre, exact: true });
export const fila = (page: Page, texto: string) => page.getByRole('row').filter({ hasText: texto });
export const group = (page: Page | Locator, nombre: string) => page.getByRole('group', { name: nombre, exact: true });

export const openNew = async (page: Page): Promise<Locator> => {
  await buttonBy(page, 'Nuevo switch / panel').click();
  const appDialog = page.getByRole('dialog', { name: 'Nuevo Panel de Switches' });
  await appDialog.waitFor();
  return appDialog;
};
export const edit = async (page: Page, nombre: string): Promise<Locator> => {
  await buttonBy(page, `Editar ${nombre}`).click();
  const appDialog = page.getByRole('dialog', { name: 'Editar Switch' });
  await appDialog.waitFor();
  return appDialog;
};
export const count = async (appDialog: Locator, pares: string, singles: string) => {
  await appDialog.getByLabel('¿Cuántos pares de switches en el panel?').fill(pares);
  await appDialog.getByLabel('¿Cuántos switches individuales?').fill(singles);
};
export const relay = async (place: Locator, nombre: string, tipo: string, pin: number, individual = false) => {
  await place.getByLabel(individual ? 'Nombre Switch' : 'Nombre').fill(nombre);
  await place.getByLabel(individual ? 'Tipo Switch' : 'Tipo').selectOption(tipo);
  await place.getByLabel('Pin ESP32').fill(String(pin));
};
