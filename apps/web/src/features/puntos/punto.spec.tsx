import type { Punto, Regla, SeriePunto } from '@acequia/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole, row } from '../../test/console.js';
import { receive } from '../../test/live-socket.js';
import { EMPRESA, empresa, placa, switchOf } from '../../test/records.js';
import { meter } from './puntos.fixture.js';

const HOUR = 3_600_000;
const grown = (...sums: (number | null)[]): SeriePunto => ({
  magnitud: 'volumen',
  unidad: 'm³',
  nivel: 'intervalos',
  paso_s: 3_600,
  zona_horaria: 'America/Mexico_City',
  puntos: sums.map((suma, i) => ({
    ts: Date.now() - (sums.length - i) * HOUR,
    media: null,
    minimo: null,
    maximo: null,
    suma,
  })),
});

const server = (one: Punto, serie: SeriePunto = grown(1.5, null, 0.25)) =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('placas.listar', [placa({ nombre: 'Caseta' })])
    .answer('switches.listar', [switchOf()])
    .answer('puntos.listar', [one])
    .answer('puntos.serie', serie)
    .answer('avisos.reglas', [])
    .answer('protecciones.listar', [])
    .answer('clima.listar', []);
const ADDRESS = `/puntos/${meter.id}?empresa=${EMPRESA.id}`;
const sentence = async (): Promise<string> => {
  await screen.findByRole('heading', { name: /Medidor del pozo/ });
  return document.querySelector('[data-estado]')?.textContent ?? '';
};

describe('the page of a point', () => {
  it('is where its name in the list leads', async () => {
    const { user } = openConsole('/puntos', server(meter));
    await user.click(within(await row('Medidor del pozo')).getByRole('link', { name: 'Medidor del pozo' }));
    await screen.findByRole('heading', { level: 1, name: /Medidor del pozo/ });
  });

  it('says in a sentence what it last told, how old that is and where it comes from, as it moves', async () => {
    openConsole(ADDRESS, server(meter));
    const told = /^Total 1,520\.35 m³, hace \d+s\. Viene de Caseta, pulsos en el pin 27\.$/;
    await waitFor(async () => expect(await sentence()).toMatch(told));
    expect(await screen.findByRole('link', { name: 'Sector 1 - Válvula A1' })).toBeVisible();
    act(() => receive('punto:valor', { punto_id: meter.id, valor: 1_600, ts: Date.now() }));
    await waitFor(() => expect(document.querySelector('[data-estado]')?.textContent).toContain('Total 1,600 m³'));
    act(() => receive('punto:valor', { punto_id: meter.id, valor: null, ts: Date.now() + 1 }));
    await waitFor(() =>
      expect(document.querySelector('[data-estado]')?.textContent).toContain('El sensor no da valor'),
    );
  });

  it('tells of a counter what it grew in the chosen range, and asks for bars of hours or of days', async () => {
    const one = server(meter);
    const { user } = openConsole(ADDRESS, one);
    await screen.findByText('En total: 1.75 m³');
    await user.click(screen.getByRole('button', { name: '30 días' }));
    const asked = () => one.sent.filter(({ name }) => name === 'puntos.serie').map(({ query }) => query?.['puntos']);
    await waitFor(() => expect(asked()).toEqual(['25', '31']));
  });

  it('begins with the days of its address', async () => {
    const one = server(meter);
    openConsole(`${ADDRESS}&desde=2026-10-01&hasta=2026-10-31`, one);
    expect(await screen.findByLabelText('Desde')).toHaveValue('2026-10-01');
    const [asked] = one.sent.filter(({ name }) => name === 'puntos.serie').map(({ query }) => query);
    expect(Number(asked?.['hasta']) - Number(asked?.['desde'])).toBe(31 * 24 * HOUR);
  });

  it('compares a range with the one before it, of the same length', async () => {
    const one = server(meter);
    const { user } = openConsole(ADDRESS, one);
    await screen.findByText('En total: 1.75 m³');
    one.answer('puntos.serie', grown(1, 1));
    await user.click(screen.getByRole('button', { name: 'Comparar con antes' }));
    await screen.findByText('En el periodo anterior, más tenue: En total: 2 m³');
    const [now, before] = one.sent.filter(({ name }) => name === 'puntos.serie').map(({ query }) => query);
    expect(before?.['hasta']).toBe(now?.['desde']);
    expect(Number(before?.['hasta']) - Number(before?.['desde'])).toBe(24 * HOUR);
  });

  it('shows its past as if its calibration had always been that of now, when asked', async () => {
    const changed = {
      id: '1',
      ts: Date.now() - HOUR / 2,
      usuario_id: 1,
      usuario_nombre: 'Raíz',
      usuario_email: null,
      servicio: null,
      empresa_id: EMPRESA.id,
      empresa_nombre: EMPRESA.nombre,
      entidad: 'punto',
      entidad_id: meter.id,
      entidad_nombre: meter.nombre,
      accion: 'punto.actualizar',
      descripcion: 'Guardó el punto',
      cambios: [{ campo: 'a', antes: 0.001, despues: meter.a }],
    };
    // The newest step, in which it changed, has values of both.
    const one = server(meter, grown(1.5, 0.25, 4)).answer('auditoria.listar', { entradas: [changed], siguiente: null });
    const { user } = openConsole(ADDRESS, one);
    await screen.findByText('En total: 5.75 m³');
    expect(one.sent.some(({ name }) => name === 'auditoria.listar')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Con la calibración de ahora' }));
    await screen.findByText(
      /^Recalculado con el factor y la suma de ahora, que son de .*Lo guardado y el CSV no cambian\.$/,
    );
    await screen.findByText('En total: 17.5 m³');
  });

  it('is drawn with other points of its place, as long as two axes do', async () => {
    const [pressure, level, away]: Punto[] = [
      { ...meter, id: 4, magnitud: 'presion', nombre: 'Presión del pozo' },
      { ...meter, id: 5, magnitud: 'nivel', nombre: 'Nivel del pozo' },
      { ...meter, id: 6, magnitud: 'presion', nombre: 'Otro lugar', sitio: 'Norte' },
    ];
    const one = server(meter).answer('puntos.listar', [meter, pressure, level, away]);
    const { user } = openConsole(ADDRESS, one);
    await screen.findByText('En total: 1.75 m³');
    const choice = within(screen.getByRole('group', { name: 'Junto con' }));
    expect(choice.queryByRole('button', { name: 'Otro lugar' })).toBeNull();
    one.answer('puntos.serie', { ...grown(), magnitud: 'presion', unidad: 'bar' });
    await user.click(choice.getByRole('button', { name: 'Presión del pozo' }));
    // In the choice and in the legend.
    await waitFor(() => expect(screen.getAllByText('Presión del pozo')).toHaveLength(2));
    expect(choice.getByRole('button', { name: 'Nivel del pozo' })).toBeDisabled();
  });

  it('says of a value what is watched, beside its line in the chart', async () => {
    const pressure: Punto = { ...meter, magnitud: 'presion', valor: 2 };
    const values = [1, 2].map((media, i) => ({
      ts: Date.now() - (2 - i) * HOUR,
      media,
      minimo: media,
      maximo: media,
      suma: null,
    }));
    const one = server(pressure, { ...grown(), magnitud: 'presion', unidad: 'bar', puntos: values });
    const rule: Regla = {
      id: 1,
      empresa_id: EMPRESA.id,
      tipo: 'punto_alto',
      activa: 1,
      severidad: 'alta',
      espera_s: 300,
      umbral: 6,
      histeresis: 0,
      hora_desde: null,
      hora_hasta: null,
      placa_id: null,
      switch_id: null,
      dispositivo_id: null,
      punto_id: meter.id,
      sitio: null,
    };
    openConsole(ADDRESS, one.answer('avisos.reglas', [rule]));
    await screen.findByText('Entre 1 bar y 2 bar');
    await screen.findByText('Aviso si pasa de 6 bar');
  });

  it('says when nothing was measured, and when days are the wrong way round', async () => {
    const { user } = openConsole(ADDRESS, server({ ...meter, valor: null, ts: null }, grown(null)));
    await screen.findByText('No hay valores en este rango.');
    expect(await sentence()).toMatch(/^Todavía no hay un valor actual\. Viene de Caseta/);
    await user.clear(screen.getByLabelText('Desde'));
    await user.type(screen.getByLabelText('Desde'), '2099-01-01');
    await screen.findByText('La fecha «Desde» debe ser anterior a «Hasta».');
    expect(screen.getByRole('button', { name: 'Descargar CSV' })).toBeDisabled();
  });

  it('edits the point in its dialog', async () => {
    const { user } = openConsole(ADDRESS, server(meter));
    await user.click(await screen.findByRole('button', { name: 'Editar' }));
    expect((await dialog('Editar Punto')).getByLabelText(/^Nombre/)).toHaveValue('Medidor del pozo');
  });

  it('is calibrated by two readings, each with what another instrument says, as the sensor tells them', async () => {
    const soil: Punto = {
      ...meter,
      fuente: { tipo: 'placa', driver: 'adc', pin: 34 },
      magnitud: 'humedad_suelo',
      a: 10,
      valor: 12,
      ts: Date.now() - 60_000,
    };
    const one = server(soil, { ...grown(), magnitud: 'humedad_suelo', unidad: '%' }).answer('puntos.actualizar', soil);
    const { user } = openConsole(ADDRESS, one);
    await user.click(await screen.findByRole('button', { name: 'Editar' }));
    const form = await dialog('Editar Punto');
    // The value that is there may be of the calibration before.
    form.getByText('Esperando la siguiente lectura del sensor…');
    expect(form.getByRole('button', { name: 'Tomar lectura 1' })).toBeDisabled();
    for (const [n, valor, real] of [
      [1, 6, '0'],
      [2, 30, '48'],
    ] as const) {
      act(() => receive('punto:valor', { punto_id: soil.id, valor, ts: Date.now() + n }));
      await form.findByText(`Lectura ahora: ${valor / 10} V`);
      await user.click(form.getByRole('button', { name: `Tomar lectura ${n}` }));
      await user.type(form.getByLabelText(`Valor real ${n} (%)`), real);
    }
    form.getByRole('button', { name: 'Lectura 1: 0.6 V' });
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toMatchObject([{ name: 'puntos.actualizar', body: { a: 20, b: -12 } }]));
  });

  it('says that a point is not among those of the company', async () => {
    openConsole(`/puntos/99?empresa=${EMPRESA.id}`, server(meter));
    await screen.findByText('Este punto no está entre los de la empresa.');
  });

  describe('to which a program sends', () => {
    const sent: Punto = {
      ...meter,
      placa_id: null,
      dispositivo_id: null,
      n: null,
      a: 1,
      mide: null,
      magnitud: 'presion',
      fuente: { tipo: 'api' },
    };
    /** jsdom has no bytes of a file. */
    const csv = (text: string): File =>
      Object.assign(new File([text], 'pasado.csv'), {
        arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
      });

    it('takes past values from a file, once it has shown them and the lines that are wrong', async () => {
      const one = server(sent).answer('medidas.guardar', ({ body }: { body: { medidas: unknown[] } }) => ({
        aceptadas: body.medidas.length - 1,
        repetidas: 0,
        rechazadas: [
          { indice: 1, motivo: 'otro_valor', texto: 'A esa hora el punto ya dice 2 bar: cuenta lo primero.' },
        ],
      }));
      const { user } = openConsole(ADDRESS, one);
      const text =
        'Fecha,Valor\n2026-01-05 08:00:00.000-06:00,2.5\n2026-01-05 09:00:00.000-06:00,3\nayer,4\n2026-01-05 10:00,900\n';
      await user.upload(await screen.findByLabelText('Archivo CSV de valores'), csv(text));
      await screen.findByRole('heading', { name: 'Vista previa de pasado.csv' });
      screen.getByText(/: 2\.5 bar$/);
      screen.getByText('2 líneas no se importan:');
      screen.getByText('Línea 4: «ayer» no es una hora');
      screen.getByText('Línea 5: Presión va de -1 a 100 bar');
      expect(one.writings).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Importar 2 valores' }));
      await screen.findByText('Se guardaron 1.');
      screen.getByText('Línea 3: A esa hora el punto ya dice 2 bar: cuenta lo primero.');
      expect(one.writings).toMatchObject([
        {
          name: 'medidas.guardar',
          body: {
            medidas: [
              { punto_id: sent.id, ts: Date.UTC(2026, 0, 5, 14), valor: 2.5 },
              { punto_id: sent.id, ts: Date.UTC(2026, 0, 5, 15), valor: 3 },
            ],
          },
        },
      ]);
    });
  });
});
