import { jest } from '@jest/globals';
import type { Descarte, PlacaDetalle } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole } from '../../test/console.js';
import { EMPRESA, liveSwitch, placa, switchOf, usuario } from '../../test/records.js';

const board = placa({ switches: 0 });
const silent: PlacaDetalle = { placa_id: board.placa_id, online: 0, ts: null, pines: [], sensores: [], enlaces: [] };
const heard: PlacaDetalle = {
  ...silent,
  online: 1,
  ts: 2,
  pines: [{ pin: 4, estado: 1, ts: 2 }],
  sensores: [{ pin: 15, temperatura: 21.5, humedad: 60, ts: 2 }],
  enlaces: [{ online: 1, ts: 1 }],
};
const discarded: Descarte = {
  id: '1',
  placa_id: board.placa_id,
  motivo: 'json_invalido',
  detalle: 'falta una llave',
  topico: 'acequia/v1/1/telemetry',
  contenido: '{basura',
  ts: 3,
};

const farm = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('placas.listar', [])
    .answer('placas.direccion', { url: 'mqtt://granja.example:1884', puerto: null, broker_externo: 0 })
    .answer('placas.detalle', silent)
    .answer('placas.descartes', [])
    .answer('switches.listar', [])
    .answer('switches.panel', []);

describe('the first steps of a company', () => {
  it('register a board, and show what it takes to connect it', async () => {
    const server = farm();
    const { user } = openConsole(`/alta?empresa=${EMPRESA.id}`, server);
    const credential = {
      id: board.id,
      placa_id: board.placa_id,
      username: String(board.id),
      password: 'clave-nueva',
      dialecto: 'acequia',
    } as const;
    server.answer('placas.registrar', () => {
      server.answer('placas.listar', [board]);
      return [credential];
    });
    await user.click(await screen.findByRole('button', { name: 'Registrar placa' }));
    await screen.findByText('Esperando la primera señal…');
    await screen.findByText('clave-nueva');
    expect(screen.getByText(/^mosquitto_pub -h granja\.example -p 1884/)).toHaveTextContent("-P 'clave-nueva'");
  });

  it('say why a message was discarded, and how to mend it', async () => {
    openConsole(
      `/alta?empresa=${EMPRESA.id}`,
      farm().answer('placas.listar', [board]).answer('placas.descartes', [discarded]),
    );
    await screen.findByText('{basura');
    screen.getByText(/No es JSON válido/);
    screen.getByText(/Envía un objeto JSON completo/);
  });

  it('leave the connection open while what the board sends is discarded', async () => {
    const seen = placa({ switches: 0, online: 1, ultimo_visto: 2 });
    const server = farm().answer('placas.listar', [seen]).answer('placas.descartes', [discarded]);
    openConsole(`/alta?empresa=${EMPRESA.id}`, server);
    await screen.findByText('{basura');
    const step = screen.getByRole('heading', { name: 'Conectarla' }).closest('li')!;
    within(step).getByText('pendiente');
    expect(step).toHaveAttribute('aria-current', 'step');
  });

  it('offer the pins that the board reports, with its sensor', async () => {
    const server = farm().answer('placas.listar', [board]).answer('placas.detalle', heard);
    server.answer('switches.guardar_lote', { switches: [], avisos: [] });
    const { user } = openConsole(`/alta?empresa=${EMPRESA.id}`, server);
    await user.click(await screen.findByRole('button', { name: 'Guardar 1 switch' }));
    await waitFor(() => expect(server.writings).toHaveLength(1));
    expect(server.writings[0]!.body).toMatchObject({
      switches: [
        { dispositivo_id: board.id, hardware_pin: 4, tiene_sensor: 1, sensor_pin: 15, empresa_id: EMPRESA.id },
      ],
    });
  });
});

describe('what could not be read', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

  const ADDRESS = { url: 'mqtt://granja.example:1884', puerto: null, broker_externo: 0 } as const;
  const told = async (text: RegExp) => within((await screen.findByText(text)).closest<HTMLElement>('[role=alert]')!);
  const stateOf = (title: string) => within(screen.getByRole('heading', { name: title }).closest('li')!);

  it('is no broker without an address, and is read again when asked', async () => {
    const server = farm().answer('placas.listar', [board]).refuse('placas.direccion');
    const { user } = openConsole(`/alta?empresa=${EMPRESA.id}`, server);
    const part = await told(/^No se pudo leer la dirección del broker/);
    expect(screen.queryByText(/El operador debe configurar/)).toBeNull();
    server.answer('placas.direccion', ADDRESS);
    await user.click(part.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Comando de prueba');
  });

  it('is no first reading that is still to come', async () => {
    const server = farm()
      .answer('placas.listar', [placa({ online: 1, ultimo_visto: 2 })])
      .answer('placas.detalle', heard)
      .answer('switches.listar', [switchOf()])
      .answer('usuarios.listar', [usuario({ switches_asignados: [{ id: 41 }] })])
      .refuse('switches.panel');
    const { user } = openConsole(`/alta?empresa=${EMPRESA.id}`, server);
    const part = await told(/^No se pudieron leer los switches/);
    const step = stateOf('Primera lectura');
    step.getByText('—');
    expect(step.queryByText('pendiente')).toBeNull();
    expect(screen.queryByText(/Todo listo/)).toBeNull();
    server.answer('switches.panel', [liveSwitch()]);
    await user.click(part.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText(/^Todo listo/);
  });

  it('is no board without pins, nor one without a signal', async () => {
    const seen = placa({ switches: 0, online: 1, ultimo_visto: 2 });
    openConsole(`/alta?empresa=${EMPRESA.id}`, farm().answer('placas.listar', [seen]).refuse('placas.detalle'));
    await told(/^No se pudo leer si llegó la primera señal/);
    await told(/^No se pudo leer lo que la placa ha reportado/);
    expect(screen.queryByText(/^Aquí aparecerán los pines/)).toBeNull();
    stateOf('Conectarla').getByText('—');
  });

  it('hides no discarded message', async () => {
    openConsole(
      `/alta?empresa=${EMPRESA.id}`,
      farm().answer('placas.listar', [board]).answer('placas.detalle', heard).refuse('placas.descartes'),
    );
    await told(/^No se pudo leer si llegó la primera señal/);
  });
});

describe('the page of a board', () => {
  it('shows when it came, what it was sent and took, and what it sent in vain', async () => {
    const revs = { config: { enviada: 5, aceptada: 4 }, agenda: { enviada: null, aceptada: null } };
    const server = farm().answer('placas.listar', [board]).answer('placas.descartes', [discarded]);
    const chip = {
      reset: 'brownout' as const,
      clock: 'server' as const,
      heap: 61_440,
      stack: 1_180,
      links: 4,
      waiting: 0,
    };
    const wear = [{ pin: 26, ops: 1_204, on_s: 36_000 }];
    const salud = {
      muestras_perdidas: 0,
      turnos_perdidos: 0,
      tabla: 2,
      instalacion_anterior: [],
      chip: { ...chip, clock_s: 840 },
      wear,
      stuck: [27],
      refused: [{ doc: 'agenda' as const, why: 'unreadable' as const }],
    };
    openConsole(`/placas/${board.id}`, server.answer('placas.detalle', { ...heard, ...revs, salud }));
    await screen.findByText('Conectada');
    await screen.findByText('Enviada la revisión 5; la placa sigue con la 4');
    const health = within(screen.getByRole('region', { name: 'Salud del chip' }));
    health.getByText('por bajo voltaje: revisa su fuente');
    health.getByText('61.4 kB');
    health.getByText('se encendió 1,204 veces, 10 h en total');
    health.getByText(/, hace 14 min$/);
    health.getByText('no está como la placa lo puso: revísalo, y qué más hay en ese pin');
    health.getByText('no lo tomó: su programa no lo entiende');
    within(await screen.findByRole('region', { name: 'Mensajes descartados' })).getByText('{basura');
    await screen.findByText('Nada cuelga todavía de esta placa.');
  });

  it('is configured beside it: its name, its credentials, its end', async () => {
    const server = farm().answer('placas.listar', [board]).answer('placas.descartes', []);
    server.answer('placas.detalle', heard).answer('placas.actualizar', board);
    const { user } = openConsole(`/placas/${board.id}`, server);
    await user.click(await screen.findByRole('button', { name: 'Editar' }));
    const drawer = await dialog(`Configuración de la placa ${board.id}`);
    for (const name of ['Nuevas credenciales', 'Revocar', 'Eliminar']) drawer.getByRole('button', { name });
    await user.type(drawer.getByLabelText('Sitio (opcional)'), 'Norte');
    await user.click(drawer.getByRole('button', { name: 'Guardar' }));
    await waitFor(() =>
      expect(server.writings[0]).toMatchObject({ name: 'placas.actualizar', body: { sitio: 'Norte' } }),
    );
  });

  it('says so when there is no such board', async () => {
    openConsole('/placas/999', farm());
    await screen.findByText('No hay ninguna placa 999 que puedas ver.');
  });
});
