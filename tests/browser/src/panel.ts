import { PASSWORD, type Farm, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { login, visit, type Visit } from './browser.js';

export const BANNER = 'Sin conexión con el servidor.';
export const SELECTOR = 'Selecciona Par o Individual para ver historial (gráfica)';

/** The farm's usuario at the switch panel; `http` is the door, a proxy's perhaps. */
export async function openPanel(
  browser: Browser,
  farm: Farm,
  http: string,
  options: Parameters<typeof visit>[1] = {},
): Promise<Visit> {
  const one = await visit(browser, options);
  await login(one.page, http, farm.usuario.email, PASSWORD);
  await one.page.getByRole('heading', { name: 'Panel de Estado de Switches' }).waitFor();
  return one;
}

/** Everything on the panel that asks the server for something, ACTUALIZAR AHORA excepted: trying again is always allowed. */
export const controls = (page: Page) => ({
  selector: page.getByLabel(SELECTOR),
  csvSensores: page.getByRole('button', { name: 'DESCARGAR CSV TEMP/HUM' }),
  filter: page.getByRole('button', { name: 'Filtrar' }),
  csvEstados: page.getByRole('button', { name: 'Descargar CSV Estados' }),
});

/** Which of them can be used right now. */
export async function usable(page: Page): Promise<string[]> {
  const states = await Promise.all(
    Object.entries(controls(page)).map(async ([name, control]) => ((await control.isEnabled()) ? [name] : [])),
  );
  return states.flat();
}

/** Says for how long in the sheet that Encender opened, and sends it. */
export async function confirmTurnOn(page: Page, howLong = 'Hasta el límite'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /^Encender / });
  await sheet.getByText(howLong).click();
  await sheet.getByRole('button', { name: /^Encender / }).click();
}

/** Stops every instance of a service where it stands (SIGSTOP: it is there and answers nothing); the answer lets it go on. */
export function freeze(acequia: RunningAcequia, service: string): () => void {
  const pids = acequia.services[service] ?? [];
  if (pids.length === 0) throw new Error(`no ${service} is running`);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
}

/**
 * From now on the list of switches is answered as it is now, however often it is read: what changes on the screen afterwards
 * came by a live message.
 */
export async function soloEnVivo(page: Page): Promise<void> {
  let now: Buffer | undefined;
  await page.route('**/api/switches/usuario*', async (route) => {
    now ??= await (await route.fetch()).body();
    await route.fulfill({ status: 200, contentType: 'application/json', body: now });
  });
  const readOne = page.waitForResponse((response) => response.url().includes('/api/switches/usuario'));
  await page.getByRole('button', { name: 'ACTUALIZAR AHORA' }).click();
  await readOne;
}
