import type { CampoSinUsar, NodoLorawan, Punto } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { dialog, openConsole, row } from '../../test/console.js';
import { EMPRESA } from '../../test/records.js';
import { meter, ready, server } from './puntos.fixture.js';

const NEVER = () => new Promise(() => undefined);

const arriving = (changes: Partial<CampoSinUsar>): CampoSinUsar => ({
  ruta: 'water_SOIL',
  valor: 13.74,
  ts: Date.now(),
  dev_eui: null,
  nodo: null,
  rechazo: null,
  ...changes,
});

describe('what arrives and is no point', () => {
  it('is listed, and opens the form filled in with it', async () => {
    const one = server([])
      .answer('puntos.sin_usar', ({ query }: { query: Record<string, string> }) =>
        query['placa_id'] === '62' ? [arriving({ ruta: 'SENSOR.SHT3X.Pressure', valor: 1_018.4 })] : [],
      )
      .answer('puntos.crear', meter);
    const { user } = openConsole('/puntos', one);
    await screen.findByText('1,018.4');
    await user.click(screen.getByRole('button', { name: 'Usar SENSOR.SHT3X.Pressure' }));
    const form = await dialog('Nuevo Punto');
    expect(form.getByLabelText(/^Nombre/)).toHaveValue('Pressure');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    const fuente = { tipo: 'mensaje', ruta: 'SENSOR.SHT3X.Pressure' };
    // Tasmota tells hPa.
    expect(one.writings).toMatchObject([{ body: { placa_id: 62, magnitud: 'presion', a: 0.001, fuente } }]);
  });
});

describe('a field of a LoRaWAN node', () => {
  const nodo: NodoLorawan = {
    dev_eui: 'a8404187d187106e',
    nombre: 'Sonda del lote 4',
    servidor: 'chirpstack',
    ts: Date.now(),
    f_cnt: 412,
    recibidos: 409,
    perdidos: 3,
    repetidos: 1,
    campos: [{ ruta: 'water_SOIL', valor: 13.74, ts: Date.now(), rechazo: null }],
  };
  const { dev_eui } = nodo;
  const probe: Punto = {
    ...meter,
    id: 8,
    placa_id: null,
    dispositivo_id: null,
    n: null,
    nombre: 'Suelo',
    magnitud: 'humedad_suelo',
    fuente: { tipo: 'lorawan', dev_eui, ruta: 'water_SOIL' },
    cada_s: 3_600,
    valor: 13.7,
  };

  it('becomes one with a press where it arrives, and says why one did not take its value', async () => {
    const one = server([probe])
      .answer('puntos.sin_usar', ({ query }: { query: Record<string, string> }) =>
        query['fuente'] === 'lorawan'
          ? [
              arriving({ ruta: '@rssi', valor: -97, dev_eui, nodo: nodo.nombre }),
              arriving({ ruta: 'conduct_SOIL', valor: 35, dev_eui, nodo: nodo.nombre }),
              arriving({ dev_eui, nodo: nodo.nombre, valor: 400, rechazo: 'Humedad del suelo va de 0 a 100 %.' }),
            ]
          : [],
      )
      .answer('lorawan.nodos', [nodo])
      .answer('puntos.crear', probe);
    const { user } = openConsole('/puntos', one);
    within(await row('Suelo')).getByText('LoRaWAN a8404187d187106e: water_SOIL');
    await screen.findByText('El punto que lo lee no lo guardó: Humedad del suelo va de 0 a 100 %.');
    const listed = within(screen.getByLabelText('Llega sin usar')).getAllByRole('listitem');
    expect(listed.map((item) => /^\S*(SOIL|rssi)/.exec(item.textContent ?? '')?.[0])).toEqual([
      'water_SOIL',
      'conduct_SOIL',
      '@rssi',
    ]);
    expect(screen.getAllByRole('button', { name: /^Usar / })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Usar conduct_SOIL' }));
    const form = await dialog('Nuevo Punto');
    expect(form.getByLabelText(/^DevEUI/)).toHaveValue(dev_eui);
    await form.findByText('Sonda del lote 4');
    expect(form.getByLabelText(/^Magnitud/)).toHaveValue('ce_suelo');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    expect(one.writings).toMatchObject([
      {
        body: {
          placa_id: null,
          fuente: { tipo: 'lorawan', dev_eui, ruta: 'conduct_SOIL' },
          magnitud: 'ce_suelo',
          nombre: 'conduct_SOIL',
          a: 0.001,
          cada_s: 3_600,
        },
      },
    ]);
  });

  it('is registered by hand, its field chosen among those that came, and a wrong DevEUI is told at its field', async () => {
    const one = server([]).answer('lorawan.nodos', [nodo]).answer('puntos.crear', probe);
    const { user } = openConsole('/puntos', one);
    await user.click(await ready());
    const form = await dialog('Nuevo Punto');
    await user.type(form.getByLabelText(/^Nombre/), 'Suelo');
    await user.selectOptions(form.getByLabelText(/^Placa/), 'Sin placa: lo dice un nodo LoRaWAN');
    await user.selectOptions(form.getByLabelText(/^Magnitud/), 'Humedad del suelo, %');
    await user.type(form.getByLabelText(/^DevEUI/), 'A8-40-41');
    await user.type(form.getByLabelText(/^Campo del mensaje/), 'water_SOIL');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await form.findByText('Son 16 dígitos hexadecimales');
    await user.type(form.getByLabelText(/^DevEUI/), '-87-D1-87-10-6E');
    await waitFor(() => expect(document.querySelector('option[value="water_SOIL"]')).not.toBeNull());
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(one.writings).toHaveLength(1));
    // The server reads it as people write it.
    expect(one.writings).toMatchObject([
      { body: { placa_id: null, fuente: { tipo: 'lorawan', dev_eui: 'A8-40-41-87-D1-87-10-6E' } } },
    ]);
  });

  it('says on its page how much of it arrives', async () => {
    const one = server([probe]).answer('lorawan.nodos', [nodo]).answer('puntos.serie', NEVER);
    openConsole(`/puntos/8?empresa=${EMPRESA.id}`, one);
    await screen.findByText('Nodo «Sonda del lote 4»: 409 mensajes; en el camino se perdieron 3.');
    expect(document.querySelector('[data-estado]')).toHaveTextContent(
      'Viene de campo water_SOIL del nodo LoRaWAN a8404187d187106e.',
    );
  });
});
