import { ADMIN, connectBoard, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { arrive, launchBrowser, login, seriousAxeFindings, visit } from '../browser.js';
import { buttonBy } from './switches.js';

/** From a new company to its first reading, as a person does it who knows only what the console says. */
let acequia: RunningAcequia;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

/** What the screen says to type into the board. */
const setting = (page: Page, title: string): Promise<string> =>
  page.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd[1]').innerText();

describe('a new company', () => {
  it('comes to its first reading in at most 8 clicks, with what the console says', async () => {
    const { page, context, problems } = await visit(browser);
    await login(page, acequia.http, ADMIN.email, ADMIN.password);
    await arrive(page, (url) => url.pathname === '/dashboard');
    let clicks = 0;
    const click = async (where: Locator): Promise<void> => {
      clicks++;
      await where.click();
    };
    const nombre = `Nueva ${Date.now()}`;

    await click(page.getByRole('link', { name: 'Empresas', exact: true }).first());
    await click(buttonBy(page, 'Nueva empresa'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill(nombre);
    await dialog.getByLabel('Fecha vencimiento').fill('2099-12-31');
    await click(buttonBy(dialog, 'Guardar'));
    await click(page.getByRole('link', { name: 'Siguiente: registrar su primera placa' }));
    await click(buttonBy(page, 'Registrar placa'));
    await page.getByText('Esperando la primera señal…').waitFor();
    await page.getByRole('img', { name: 'Código QR con las credenciales' }).locator('path').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);

    const username = await setting(page, 'Usuario');
    const id = Number(username);
    const topic = await setting(page, 'Tópico');
    const address = await setting(page, 'Dirección MQTT');
    const client = await connectBoard(address, { id, username, password: await setting(page, 'Contraseña') });
    await page.getByText(`La placa está conectada. Falta que publique en ${topic}.`).waitFor();
    await client.publishAsync(topic, '{"pins":{"4":1}', { qos: 1 });
    const signal = page.getByRole('status').filter({ hasText: 'La placa envió algo que no se pudo guardar' });
    await signal.getByText('Envía un objeto JSON completo').waitFor();
    await signal.getByText('{"pins":{"4":1}', { exact: true }).waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await publishTelemetry(client, id, { pins: { 4: 1, 5: 0 }, sensors: { 15: { t: 21.5, h: 60.2 } } });
    await page.getByRole('status').filter({ hasText: 'Llegó la primera señal' }).getByText('"t":21.5').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Pin \d+$/ }).count()).toBe(2);

    await click(buttonBy(page, 'Guardar 2 switches'));
    const reading = page.getByRole('region', { name: 'Primera lectura' });
    await reading.getByText('Campo - Pin 4').waitFor();
    await reading.getByText('21.5 °C · 60.2 %').first().waitFor();
    expect(clicks).toBeLessThanOrEqual(8);
    expect(await seriousAxeFindings(page)).toEqual([]);

    await page.goto(`${acequia.http}/placas/${id}`);
    await page
      .getByRole('region', { name: 'Mensajes descartados' })
      .getByText('{"pins":{"4":1}', { exact: true })
      .waitFor();
    await page.getByText('Campo - Pin 5').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await client.endAsync();
    await context.close();
  });
});
