import { ROUTES, type RouteName } from '@acequia/contracts';
import {
  ADMIN,
  type ApiClient,
  Farm,
  PASSWORD,
  requireBrowser,
  type RunningAcequia,
  sharedAcequia,
} from '@acequia/testing';
import { chromium, type Browser, type Page } from 'playwright-core';
import { MARKER } from './hostile.js';

const ADMIN_SCREENS = ['/empresas', '/usuarios', '/dispositivos', '/switches', '/placas', '/comandos', '/auditoria'];
const COMPANY_SCREENS = ['/dashboard-empresa', '/usuarios', '/dispositivos', '/switches', '/placas', '/auditoria'];
const USER_SCREENS = ['/panel/switch', '/panel/dispositivos'];

describe('markup that people type', () => {
  let acequia: RunningAcequia;
  let root: ApiClient;
  let farm: Farm;
  let browser: Browser;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    root = await acequia.loginAdmin();
    farm = await Farm.create(acequia, root);
    browser = await chromium.launch({
      executablePath: await requireBrowser(console.error),
      args: ['--no-sandbox', '--disable-gpu'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await acequia?.stop();
  });

  /** Writes the marker into every text of the farm. */
  const mark = async (): Promise<void> => {
    const empresa_id = farm.empresa.id;
    const { zona_horaria, fecha_vencimiento } = farm.empresa;
    const contact = { telefono_celular: MARKER.slice(0, 40), comunicador_numero: MARKER.slice(0, 40) };
    await root.call('empresas.actualizar', {
      params: { id: empresa_id },
      body: { nombre: MARKER, zona_horaria, fecha_vencimiento, ...contact, telegram_chat_id: MARKER.slice(0, 64) },
    });
    const { id: dispositivo } = await root.call('dispositivos.crear', {
      body: { nombre: MARKER, shelly_id: MARKER.slice(0, 64), tipo: 'shelly_1', empresa_id },
    });
    const listed = await root.call('switches.listar', { query: { empresa_id } });
    await root.call('switches.guardar_lote', {
      body: {
        switches: listed.map((one) => ({
          id: one.id,
          nombre: MARKER,
          tipo: one.tipo,
          zona: MARKER,
          empresa_id,
          dispositivo_id: farm.board.id,
          par_numero: one.par_numero,
          switch_site_id: one.switch_site_id,
          hardware_pin: one.hardware_pin,
          tiene_sensor: one.tiene_sensor,
          sensor_pin: one.sensor_pin,
        })),
      },
    });
    for (const { id, email, rol } of [
      { ...farm.admin, rol: 'admin_empresa' as const },
      { ...farm.usuario, rol: 'usuario' as const },
    ])
      await root.call('usuarios.actualizar', {
        params: { id },
        body: {
          nombre: MARKER,
          email,
          rol,
          empresa_id,
          switches: rol === 'usuario' ? listed.map((one) => one.id) : [],
          dispositivos: rol === 'usuario' ? [dispositivo] : [],
        },
      });
    await root.call('switches.bloquear', { params: { id: listed[0]?.id ?? 0 }, body: { motivo: MARKER } });
  };

  const enter = async (email: string, password: string): Promise<Page> => {
    const page = await (await browser.newContext({ locale: 'es-MX' })).newPage();
    page.setDefaultTimeout(90_000);
    await page.goto(`${acequia.http}/login`);
    await page.locator('input[type=email]').fill(email);
    await page.locator('input[type=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL((url) => url.pathname !== '/login');
    return page;
  };

  const expectText = async (page: Page, screens: readonly string[]): Promise<void> => {
    let shown = 0;
    for (const screen of screens) {
      await page.goto(`${acequia.http}${screen}`);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      expect([screen, await page.evaluate(() => '__xss' in globalThis)]).toEqual([screen, false]);
      expect([screen, await page.locator('img[src="x"]').count()]).toEqual([screen, 0]);
      if ((await page.innerText('body')).includes('onerror=')) shown += 1;
    }
    expect(shown).toBeGreaterThan(0);
  };

  it('37. stays text on the screens of every role', async () => {
    await mark();
    for (const [email, password, screens] of [
      [ADMIN.email, ADMIN.password, ADMIN_SCREENS],
      [farm.admin.email, PASSWORD, COMPANY_SCREENS],
      [farm.usuario.email, PASSWORD, USER_SCREENS],
    ] as const) {
      const page = await enter(email, password);
      await expectText(page, screens);
      await page.context().close();
    }
  });

  it('37. comes back from the API as JSON, which no browser takes for a page', async () => {
    const lists: RouteName[] = ['empresas.listar', 'usuarios.listar', 'switches.listar', 'dispositivos.listar'];
    for (const name of lists) {
      const answer = await root.raw(name);
      expect(answer.status).toBe(ROUTES[name].status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
