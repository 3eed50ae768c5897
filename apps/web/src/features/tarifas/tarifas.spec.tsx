import { DIAS_TARIFA, NOMBRES_DIA_TARIFA, singleTarifa, type TarifasSave } from '@acequia/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole } from '../../test/console.js';
import { EMPRESA, EMPRESA_ADMIN } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const rule = (periodo: string, desde: number, hasta: number) => ({ periodo, dias: [...DIAS_TARIFA], desde, hasta });
const SINGLE = singleTarifa(2.5);
const TWO = {
  desde: '2026-01-01',
  periodos: [
    { nombre: 'Base', precio: 1.2 },
    { nombre: 'Punta', precio: 3.4, demanda_kw: 45 },
  ],
  reglas: [rule('Base', 0, 18), rule('Punta', 18, 24)],
  festivos: ['12-25'],
};
const tarifas = (versiones: unknown[], version = 3) => ({
  empresa_id: EMPRESA.id,
  zona_horaria: 'America/Mexico_City',
  version,
  versiones,
});
const server = (versiones: unknown[]) =>
  adminServer().answer('empresas.seleccion', [EMPRESA]).answer('tarifas.leer', tarifas(versiones));
const openEditor = async (one: ReturnType<typeof server>) => {
  const { user } = openConsole('/tarifas', one);
  await user.click(await screen.findByRole('button', { name: 'Editar la versión desde el 01/01/2026' }));
  return { user, form: await dialog('Editar versión') };
};

it('says that there is one price, and begins several with an example whose prices are said to be invented', async () => {
  const one = server([SINGLE]).answer('tarifas.guardar', tarifas([SINGLE, TWO], 4));
  const { user } = openConsole('/tarifas', one, EMPRESA_ADMIN);
  await screen.findByText(/^Un solo precio, \$2\.5 por kWh/);
  await user.click(screen.getByRole('button', { name: 'Nueva versión' }));
  const form = await dialog('Nueva versión');
  await user.selectOptions(form.getByLabelText(/^Empezar con un ejemplo/), 'mexico');
  form.getByText(/^Los precios de los ejemplos son inventados/);
  fireEvent.change(form.getByLabelText(/^Vale desde el día/), { target: { value: '2026-07-16' } });
  const price = form.getAllByLabelText(/^Precio/)[1]!;
  await user.clear(price);
  await user.type(price, '3,4');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(one.writings).toHaveLength(1));
  expect(one.writings[0]?.body).toEqual({
    empresa_id: EMPRESA.id,
    version: 3,
    versiones: [
      SINGLE,
      {
        desde: '2026-07-16',
        periodos: [
          { nombre: 'Nocturno', precio: 0.5 },
          { nombre: 'Diurno', precio: 3.4 },
        ],
        reglas: [rule('Nocturno', 0, 8), rule('Diurno', 8, 24)],
        festivos: [],
      },
    ],
  });
  await screen.findByText('Tarifas guardadas');
});

it('shows in a table which hour of each day is of which period', async () => {
  openConsole('/tarifas', server([TWO]));
  const week = within(await screen.findByRole('table', { name: 'Periodo de cada hora. Todo el año' }));
  expect(week.getAllByText('Punta, de 18:00 a 24:00')).toHaveLength(8);
  screen.getByText('Base $1.2 · Punta $3.4 (45 kW contratados) · 1 festivo');
});

it('names a gap while rules are written, and saves nothing until it is closed', async () => {
  const one = server([TWO]).answer('tarifas.guardar', tarifas([TWO], 4));
  const { user, form } = await openEditor(one);
  form.getByText('Cada hora tiene su periodo.');
  await user.click(form.getByRole('button', { name: 'Quitar la regla: Punta: todos los días, de 18:00 a 24:00' }));
  const gap = 'Falta el periodo: lunes de 18:00 a 24:00, del 01/01 al 31/12';
  form.getByText(gap);
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(await form.findByRole('alert')).toHaveTextContent(gap);
  expect(one.writings).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Agregar regla' }));
  for (const day of Object.values(NOMBRES_DIA_TARIFA)) await user.click(form.getByRole('checkbox', { name: day }));
  await user.selectOptions(form.getByLabelText('Periodo'), 'Punta');
  await user.selectOptions(form.getByLabelText('De'), '18:00');
  await form.findByText('Cada hora tiene su periodo.');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(one.writings).toHaveLength(1));
  expect(one.writings[0]?.body).toMatchObject({ versiones: [TWO] });
});

it('shows what another person saved meanwhile, and saves over it when asked to', async () => {
  const one = server([TWO]);
  one.answer('tarifas.guardar', ({ body }: { body: TarifasSave }) => {
    if (body.version === 4) return tarifas(body.versiones, 5);
    one.answer('tarifas.leer', tarifas([{ ...TWO, festivos: ['01-01'] }], 4));
    return new Refusal('version_vieja');
  });
  const { user, form } = await openEditor(one);
  const name = form.getAllByLabelText(/^Nombre/)[0]!;
  await user.clear(name);
  await user.type(name, 'Valle');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  const conflict = within(await form.findByRole('group', { name: 'Cambios de otra persona' }));
  conflict.getByText('01/01');
  await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }));
  await waitFor(() => expect(one.writings).toHaveLength(2));
  expect(one.writings[1]?.body).toMatchObject({
    version: 4,
    versiones: [
      { periodos: [{ nombre: 'Valle' }, { nombre: 'Punta' }], reglas: [rule('Valle', 0, 18), TWO.reglas[1]] },
    ],
  });
});

it('says how to begin where a company has no price', async () => {
  openConsole('/tarifas', server([]));
  await screen.findByText(/^Esta empresa no tiene precio del kWh/);
});
