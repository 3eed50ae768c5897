import { PASSWORD, type Farm, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { enter, visit, type Visit } from './browser.js';

export const BANNER = 'Sin conexión con el servidor.';
export const SELECTOR = 'Selecciona Par o Individual para ver historial (gráfica)';

/** Logs in the farm's usuario at the switch panel; `http` is the address, possibly of a proxy. */
export async function openPanel(
  browser: Browser,
  farm: Farm,
  http: string,
  options: Parameters<typeof visit>[1] = {},
): Promise<Visit> {
  const one = await visit(browser, options);
  await enter(one.page, http, farm.usuario.email, PASSWORD, '/panel/switch');
  await one.page.getByRole('heading', { name: 'Panel de Estado de Switches' }).waitFor();
  return one;
}

/** Controls that send requests, except ACTUALIZAR AHORA, which is always enabled. */
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

/** Chooses the time on in the sheet that Encender opened, and sends the command. */
export async function confirmTurnOn(page: Page, howLong = 'Hasta el límite'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /^Encender / });
  await sheet.getByText(howLong).click();
  await sheet.getByRole('button', { name: /^Encender / }).click();
}

/** Suspends every instance of a service by SIGSTOP; the returned function resumes them. */
export function freeze(acequia: RunningAcequia, service: string): () => void {
  const pids = acequia.services[service] ?? [];
  if (pids.length === 0) throw new Error(`no ${service} is running`);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
}

/**
 * Freezes the answer of the list of switches, so that later changes on the screen can only come from live messages.
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
