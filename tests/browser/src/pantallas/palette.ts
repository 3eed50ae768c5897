import type { Browser } from 'playwright-core';
import { visit } from '../browser.js';

const FAMILIES = ['campo', 'agua', 'tierra', 'teja', 'miel'];
const TONES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900];
const CHARTS = ['temperatura', 'humedad', 'fase_a', 'fase_b', 'fase_c', 'energia'];

/** The theme's colours and type as the running console has them: read from its own CSS variables and fonts. */
export async function drawPalette(browser: Browser, http: string, dark: boolean, path: string): Promise<void> {
  const { page, context } = await visit(browser, { dark });
  await page.setViewportSize({ width: 1000, height: 100 });
  await page.goto(`${http}/login`);
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    ({ families, tones, charts }) => {
      const color = (name: string) => `var(--acequia-colors-${name})`;
      const sample = (name: string, alto: number, texto = '') =>
        `<div style="flex:1;height:${alto}px;border-radius:4px;background:${color(name)};font-size:10px;padding:4px">${texto}</div>`;
      const fila = (title: string, muestras: string) =>
        `<div style="display:flex;gap:4px;align-items:center;margin-bottom:8px"><div style="width:90px;font-weight:600">${title}</div>${muestras}</div>`;
      document.body.innerHTML = `<div style="padding:28px;background:${color('bg')};color:${color('fg')}">
        ${families.map((familia) => fila(familia, tones.map((tone) => sample(`${familia}-${tone}`, 44)).join(''))).join('')}
        ${fila('gráficas', charts.map((uno) => sample(`grafica-${uno}`, 20)).join(''))}
        <h1 style="font:600 34px 'Fraunces Variable';margin-top:22px">El agua llega a cada surco</h1>
        <h2 style="font:600 21px 'Fraunces Variable'">Panel de Estado de Switches</h2>
        <p style="font-size:14px">Invernadero 1 norte - Riego tomate · <b style="font-variant-numeric:tabular-nums">21.5 °C</b> ·
          <span style="color:${color('fg-muted')}">hace 12s</span> · <span style="color:${color('fg-warning')}">hace 9m</span> ·
          <span style="color:${color('fg-error')}">Este dato es obligatorio</span></p></div>`;
    },
    { families: FAMILIES, tones: TONES, charts: CHARTS },
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path, fullPage: true });
  await context.close();
}
