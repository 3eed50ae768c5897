import {
  type ApiClient,
  Balancer,
  expectStored,
  Farm,
  Ledger,
  type RunningAcequia,
  startAcequia,
} from '@acequia/testing';
import { Orders } from './orders.js';
import { Requests } from './requests.js';

/** The restarts of an upgrade, with the same build before and after: two instances of every service, each restarted while its twin serves. */
let acequia: RunningAcequia;
let root: ApiClient;
let farm: Farm;
const ledgers: Ledger[] = [];

beforeAll(async () => {
  acequia = await startAcequia({ instances: 2, env: { RATE_LIMIT_SESSION: '1000000', RATE_LIMIT_BULK: '1000000' } });
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  const { id } = farm.empresa;
  for (const door of acequia.doors.mqtt) {
    const boards = await root.call('placas.registrar', { body: { empresa_id: id, cantidad: 5 } });
    ledgers.push(new Ledger(door, boards, 100));
  }
});

afterAll(async () => {
  await Promise.all(ledgers.map((ledger) => ledger.stop()));
  await acequia?.stop();
});

const pids = (): number[] => Object.values(acequia.services).flat();

it('a rolling restart fails no request, loses no acknowledged reading and doubles no command', async () => {
  const { id, api } = farm.usuario;
  const admin = new Balancer(acequia.doors, farm.admin.api.token);
  const usuario = new Balancer(acequia.doors, api.token);
  const orders = new Orders(farm, acequia.doors.mqtt, admin);
  const requests = new Requests(acequia.dataFolder);
  await Promise.all(ledgers.map((ledger) => ledger.start()));
  orders.start();
  let version = 0;
  requests.keep('panel', () => usuario.raw('switches.de_usuario', { query: { usuario_id: id } }));
  requests.keep('historial', () => usuario.raw('historial.eventos', { query: { usuario_id: id } }));
  requests.keep('switches', () => admin.raw('switches.listar'));
  requests.keep('avisos', () => admin.raw('avisos.listar'));
  requests.keep('programas', () => admin.raw('programas.listar'));
  requests.keep('placa', () =>
    admin.raw('placas.actualizar', {
      params: { placa_id: farm.board.placa_id },
      body: { nombre: `Placa ${(version += 1)}` },
    }),
  );
  const before = pids();

  await acequia.roll();

  await Promise.all([requests.stop(), orders.stop(), ...ledgers.map((ledger) => ledger.stop())]);
  expect(pids().filter((pid) => before.includes(pid))).toEqual([]);
  expect(pids()).toHaveLength(before.length);
  expect({ requests: requests.failures, orders: orders.failures }).toEqual({ requests: [], orders: [] });
  expect(requests.answered).toBeGreaterThan(100);
  expect(orders.told.size).toBeGreaterThan(0);
  await orders.expectOnce();
  await expectStored(acequia.databaseUrl, new Set(ledgers.flatMap((ledger) => [...ledger.rows()])));
}, 900_000);
