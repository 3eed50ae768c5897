import { ADMIN, eventually, type RunningAcequia } from '@acequia/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { arrive, enter, visit, type Visit } from '../browser.js';
import { freeze } from '../panel.js';

/** Longer than the console waits for an answer (15 s), twice: a failed read is tried once more. */
export const PATIENCE = { timeout: 90_000 };

/** Logs a person in and opens the screen at this path. */
export async function logIn(
  browser: Browser,
  acequia: RunningAcequia,
  path: string,
  [email, password]: readonly [string, string] = [ADMIN.email, ADMIN.password],
): Promise<Visit> {
  const one = await visit(browser);
  await enter(one.page, acequia.http, email, password, path);
  return one;
}

export const at = (page: Page, path: string) => arrive(page, (url) => url.pathname === path);

/** Column titles of the screen's table, from left to right. */
export const columnas = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();

/** The dialog with this title. */
export const appDialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

/** Checks that the prompt contains `says`, then presses the button of that name. */
export async function responder(page: Page, question: string, buttonBy: string, says: string[] = []): Promise<void> {
  const prompt = page.getByRole('alertdialog', { name: question, exact: true });
  for (const text of says) await prompt.getByText(text).waitFor();
  await prompt.getByRole('button', { name: buttonBy, exact: true }).click();
  await prompt.waitFor({ state: 'detached' });
}

/** The table's row that holds this text. */
export const fila = (page: Page, texto: string): Locator => page.getByRole('row').filter({ hasText: texto });

/** Runs `work` while a service is suspended by SIGSTOP, and resumes the service in any case. */
export async function noService(acequia: RunningAcequia, service: string, during: () => Promise<void>): Promise<void> {
  const thaw = freeze(acequia, service);
  try {
    await during();
  } finally {
    thaw();
  }
  const root = acequia.api();
  await eventually(async () => {
    if ((await root.raw('salud', {})).status !== 200) throw new Error(`${service} is not back`);
  });
}

/** Requests to the API that change something, such as `PUT /api/empresas/1`. */
export function writings(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET') sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}
