import type { Locator, Page } from 'playwright-core';

/** How a person finds their way on the Switches screen: buttons, rows, blocks and fields by their names. */
export const FALLO = 'Error al guardar switch/panel';
/** Longer than the console waits for an answer (15 s), twice: a failed read is tried once more. */
export const PATIENCE = { timeout: 90_000 };

export const boton = (page: Page | Locator, nombre: string) => page.getByRole('button', { name: nombre, exact: true });
export const fila = (page: Page, texto: string) => page.getByRole('row').filter({ hasText: texto });
export const grupo = (page: Page | Locator, nombre: string) => page.getByRole('group', { name: nombre, exact: true });
export const etiquetas = async (lugar: Locator): Promise<string[]> =>
  (await lugar.locator('label').allInnerTexts()).map((texto) => texto.replace('*', '').trim());

export const nuevo = async (page: Page): Promise<Locator> => {
  await boton(page, 'Nuevo switch / panel').click();
  const dialogo = page.getByRole('dialog', { name: 'Nuevo Panel de Switches' });
  await dialogo.waitFor();
  return dialogo;
};
export const editar = async (page: Page, nombre: string): Promise<Locator> => {
  await boton(page, `Editar ${nombre}`).click();
  const dialogo = page.getByRole('dialog', { name: 'Editar Switch' });
  await dialogo.waitFor();
  return dialogo;
};
export const contar = async (dialogo: Locator, pares: string, individuales: string) => {
  await dialogo.getByLabel('¿Cuántos pares de switches en el panel?').fill(pares);
  await dialogo.getByLabel('¿Cuántos switches individuales?').fill(individuales);
};
export const rele = async (lugar: Locator, nombre: string, tipo: string, pin: number, individual = false) => {
  await lugar.getByLabel(individual ? 'Nombre Switch' : 'Nombre').fill(nombre);
  await lugar.getByLabel(individual ? 'Tipo Switch' : 'Tipo').selectOption(tipo);
  await lugar.getByLabel('Pin ESP32').fill(String(pin));
};
