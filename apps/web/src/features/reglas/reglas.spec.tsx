import { jest } from '@jest/globals';
import { typeOfAviso, type Regla } from '@acequia/contracts';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, dialog, dialogsClosed, openConsole } from '../../test/console.js';
import { EMPRESA, empresa, placa, switchOf } from '../../test/records.js';

const { activa, severidad, espera_s, umbral = null, histeresis = null } = typeOfAviso('temperatura_alta');
const RULE: Regla = {
  id: null,
  empresa_id: EMPRESA.id,
  tipo: 'temperatura_alta',
  activa,
  severidad,
  espera_s,
  umbral,
  histeresis,
  hora_desde: null,
  hora_hasta: null,
  placa_id: null,
  switch_id: null,
  dispositivo_id: null,
  sitio: null,
};
const THREE = { dias: 30, veces: 3, fuente: 'historial', objetos: 1, episodios: [] };

const open = async () => {
  const server = adminServer()
    .answer('empresas.listar', [empresa()])
    .answer('empresas.seleccion', [EMPRESA])
    .answer('placas.listar', [placa({ sitio: 'Norte' })])
    .answer('switches.listar', [switchOf({ tiene_sensor: 1 })])
    .answer('dispositivos.listar', [])
    .answer('avisos.reglas', [RULE])
    .answer('avisos.vista_previa', THREE)
    .answer('avisos.guardar_regla', RULE);
  const opened = openConsole('/avisos/reglas', server);
  await opened.user.click(await screen.findByRole('button', { name: 'Nueva excepción' }));
  return { ...opened, form: await dialog('Nueva excepción') };
};

it('shows what an exception would have told once it is known what it is for, and keeps that for another alarm', async () => {
  const { user, server, form } = await open();
  form.getByText('Completa la regla para ver cuándo habría avisado.');
  expect(form.queryByRole('option', { name: 'Toda la empresa' })).toBeNull();
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await form.findByText('Una excepción es para algo de la empresa, no para toda');
  expect(form.getByLabelText(/^Para qué vale/)).toHaveFocus();
  expect(server.writings).toEqual([]);
  await user.selectOptions(form.getByLabelText(/^Para qué vale/), 'Sector 1 - Válvula A1');
  await form.findByText('Habría avisado 3 veces en los últimos 30 días.');
  await user.selectOptions(form.getByLabelText('Aviso'), 'Humedad baja');
  expect(form.getByLabelText(/^Para qué vale/)).toHaveValue('switch:41');
  // A site is none of one device; a switch is none of a board.
  await user.selectOptions(form.getByLabelText('Aviso'), 'Placa sin conexión');
  expect(form.getByLabelText(/^Para qué vale/)).toHaveValue('');
});

it('looks at the past again when asked, after it could not', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, server, form } = await open();
  server.refuse('avisos.vista_previa');
  await user.selectOptions(form.getByLabelText(/^Para qué vale/), 'Sector 1 - Válvula A1');
  await form.findByText('No se pudo mirar el pasado.');
  server.answer('avisos.vista_previa', THREE);
  await user.click(form.getByRole('button', { name: 'Reintentar' }));
  await form.findByText('Habría avisado 3 veces en los últimos 30 días.');
});

it('offers the limits that are usual in each type of place, a cold room without one against frost', async () => {
  const { user, server, form } = await open();
  await user.selectOptions(form.getByLabelText(/^Para qué vale/), 'Sector 1 - Válvula A1');
  await user.click(form.getByRole('button', { name: 'Cuarto frío: 8 °C' }));
  expect(form.getByLabelText('Umbral (°C)')).toHaveValue('8');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(server.writings).toMatchObject([{ body: { umbral: 8, histeresis: 0.5, switch_id: 41 } }]));
  await dialogsClosed();
  await user.click(screen.getByRole('button', { name: 'Nueva excepción' }));
  const again = await dialog('Nueva excepción');
  await user.selectOptions(again.getByLabelText('Aviso'), 'Temperatura baja');
  expect(again.queryByRole('button', { name: /^Cuarto frío/ })).toBeNull();
});
