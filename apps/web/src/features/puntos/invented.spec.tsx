import { INVENTED } from '@acequia/contracts/spec-support';
import type { Muro, Regla, SeriePunto } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole, row } from '../../test/console.js';
import { EMPRESA, empresa, ON_BOARD, placa, puntoOf, switchOf } from '../../test/records.js';

const HOUR = 3_600_000;
const canal = puntoOf({
  ...ON_BOARD,
  magnitud: INVENTED,
  nombre: 'Agua del canal',
  sitio: 'Canal',
  a: 1_000,
  valor: 1_250.52,
  ts: Date.now(),
});
const serie: SeriePunto = {
  magnitud: INVENTED,
  unidad: 'NTU',
  nivel: 'intervalos',
  paso_s: 3_600,
  zona_horaria: 'America/Mexico_City',
  puntos: [900, 1_250.52].map((media, i) => ({
    ts: Date.now() - (2 - i) * HOUR,
    media,
    minimo: media,
    maximo: media,
    suma: null,
  })),
};
const rule: Regla = {
  id: 1,
  empresa_id: EMPRESA.id,
  tipo: 'punto_alto',
  activa: 1,
  severidad: 'alta',
  espera_s: 300,
  umbral: 1_000,
  histeresis: 0,
  hora_desde: null,
  hora_hasta: null,
  placa_id: null,
  switch_id: null,
  dispositivo_id: null,
  punto_id: canal.id,
  sitio: null,
};

const NO_PAST = { dias: 30, veces: 0, fuente: 'avisos', objetos: 1, episodios: [] } as const;

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('placas.listar', [placa({ nombre: 'Caseta' })])
    .answer('switches.listar', [switchOf()])
    .answer('dispositivos.listar', [])
    .answer('lorawan.nodos', [])
    .answer('avisos.reglas', [rule])
    .answer('protecciones.listar', [])
    .answer('puntos.listar', [canal])
    .answer('puntos.serie', serie);

/** What is said of a name in a list of names and values. */
const measured = async (name: string) =>
  (await screen.findByText((_, part) => part?.tagName === 'DT' && part.textContent === name)).nextElementSibling;

describe('a magnitude that the catalogue has since today', () => {
  it('is read in its unit in the list, and chosen for a new point', async () => {
    const one = server().answer('puntos.crear', canal);
    const { user } = openConsole('/puntos', one);
    const shown = within(await row('Agua del canal'));
    for (const text of ['Turbidez', '1,250.5 NTU']) shown.getByText(text);
    await user.click(screen.getByRole('button', { name: 'Nuevo punto' }));
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Salida');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Caseta');
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Turbidez, NTU');
    await user.selectOptions(form.getByLabelText(/^Lectura/), 'Voltaje');
    await user.type(form.getByLabelText(/^Pin/), '35');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toMatchObject([{ body: { magnitud: INVENTED, nombre: 'Salida' } }]));
  });

  it('is drawn on its page, with what is watched of it', async () => {
    openConsole(`/puntos/${canal.id}?empresa=${EMPRESA.id}`, server());
    await screen.findByText('Entre 900 NTU y 1,250.5 NTU');
    await screen.findByText('Aviso si pasa de 1,000 NTU');
    expect(document.querySelector('[data-estado]')?.textContent).toMatch(/^1,250\.5 NTU, hace/);
  });

  it('is offered an alarm with the limit of a place', async () => {
    const { user } = openConsole('/avisos/reglas', server().answer('avisos.vista_previa', NO_PAST));
    await user.click(await screen.findByRole('button', { name: 'Nueva excepción' }));
    const form = await dialog('Nueva excepción');
    await user.selectOptions(form.getByLabelText('Aviso'), 'Punto alto');
    await user.selectOptions(form.getByLabelText(/^Para qué vale/), 'Agua del canal (Turbidez)');
    await user.click(form.getByRole('button', { name: 'Pozo: 1,000 NTU' }));
    expect(form.getByLabelText('Umbral (NTU)')).toHaveValue('1000');
  });

  it('is found by its name', async () => {
    const { user } = openConsole('/puntos', server());
    await row('Agua del canal');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Buscar y abrir' }), 'turbidez');
    const found = within(await screen.findByRole('listbox', { name: 'Lo que se encontró' }));
    const one = within(await found.findByRole('option'));
    for (const text of ['Agua del canal', 'Punto', /Turbidez · Canal/]) one.getByText(text);
  });

  it('is the unit of a climate rule that follows it', async () => {
    const { user } = openConsole('/clima', server().answer('clima.mandos', []));
    await user.click(await screen.findByRole('button', { name: 'Nueva regla' }));
    const form = await dialog('Nueva Regla');
    await user.selectOptions(form.getByLabelText(/^Sensor o punto/), `p${canal.id}`);
    await waitFor(() => expect(form.getAllByLabelText(/NTU/).length).toBeGreaterThan(0));
  });

  it('is on the wall of its company', async () => {
    const { id, nombre } = EMPRESA;
    const muro: Muro = {
      nombre: 'Oficina',
      zona_horaria: 'UTC',
      empresas: [{ id, nombre, placas: 1, sanas: 1, abiertas: 0 }],
      avisos: [],
      puntos: [canal, { ...canal, id: 4, nombre: 'Desagüe', ts: Date.now() - HOUR }],
      en_orden_desde: null,
    };
    openConsole('/muro#secret', server().answer('muro.leer', muro), null);
    expect(await measured('Canal · Agua del canal')).toHaveTextContent('1,250.5 NTU');
    expect(await measured('Canal · Desagüe')).toHaveTextContent(/^1,250\.5 NTU \(hace /);
  });

  it('is on the page of its board', async () => {
    const detail = { placa_id: 61, online: 1, ts: null, pines: [], sensores: [], enlaces: [] } as const;
    const one = server().answer('switches.panel', []).answer('avisos.listar', []).answer('placas.descartes', []);
    openConsole('/placas/1001', one.answer('placas.detalle', detail));
    expect(await measured('Agua del canal · Canal')).toHaveTextContent(/^1,250\.5 NTU/);
    expect(screen.getByRole('link', { name: 'Agua del canal' })).toHaveAttribute('href', '/puntos/3?empresa=7');
  });
});
