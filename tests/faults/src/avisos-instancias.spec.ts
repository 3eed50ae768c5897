import { CAMBIOS_PARTICIONES } from '@acequia/contracts';
import { Telegram } from '@acequia/simulators';
import { eventually, Farm, publishTelemetry, type RunningAcequia, startAcequia } from '@acequia/testing';
import { Redis } from 'ioredis';
import type { MqttClient } from 'mqtt';

/** Two instances of alerts share the companies. One that stands still is taken over, and sends nothing twice when it continues. */
const COMPANIES = 4;
const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';

interface Company {
  chat_id: string;
  farm: Farm;
}

let telegram: Telegram;
let acequia: RunningAcequia;
let redis: Redis;
const companies: Company[] = [];
const paused = new Set<number>();

beforeAll(async () => {
  telegram = new Telegram();
  await telegram.start();
  telegram.bot(TOKEN);
  acequia = await startAcequia({ quick: true, instances: 2, env: { TELEGRAM_API_URL: telegram.url } });
  redis = new Redis(acequia.run.redis_volatile);
  const root = await acequia.loginAdmin();
  for (let n = 0; n < COMPANIES; n++) {
    const farm = await Farm.create(acequia, root);
    const { id, nombre, fecha_vencimiento } = farm.empresa;
    const chat_id = String(6_000 + n);
    const body = { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id: chat_id };
    await root.call('empresas.actualizar', { params: { id }, body });
    const rule = { empresa_id: id, tipo: 'placa_sin_conexion' as const, activa: 1 as const, espera_s: 1 };
    await root.call('avisos.guardar_regla', { body: rule });
    companies.push({ chat_id, farm });
  }
});

afterAll(async () => {
  for (const pid of paused) process.kill(pid, 'SIGCONT');
  redis?.disconnect();
  await acequia?.stop();
  await telegram?.stop();
});

const pause = (pid: number): void => {
  process.kill(pid, 'SIGSTOP');
  paused.add(pid);
};
const goOn = (pid: number): void => {
  process.kill(pid, 'SIGCONT');
  paused.delete(pid);
};

/** Waits until this many instances evaluate the companies; every partition must have one. */
const areOwners = (count: number): Promise<void> =>
  eventually(async () => {
    const keys = Array.from({ length: CAMBIOS_PARTICIONES }, (_, i) => `{avisos}:parte:${i}`);
    const held = await redis.mget(keys);
    expect(held).not.toContain(null);
    expect(new Set(held).size).toBe(count);
  });

const comes = async ({ farm }: Company): Promise<MqttClient> => {
  const board = await farm.connectBoard();
  await publishTelemetry(board, farm.board.id, { pins: { 4: 0 } });
  await eventually(async () => {
    const [placa] = await farm.admin.api.call('placas.listar');
    expect(placa?.online).toBe(1);
  });
  return board;
};
const textsOf = ({ chat_id }: Company): string[] =>
  telegram
    .bot(TOKEN)
    .messages.filter((message) => message.chat_id === chat_id)
    .map(({ text }) => text);
const haveTold = (count: number): Promise<void> =>
  eventually(() => expect(companies.map((one) => textsOf(one).length)).toEqual(companies.map(() => count)));

it('what one instance held is told by the other, once, and by neither twice', async () => {
  const boards = await Promise.all(companies.map(comes));
  await areOwners(2);
  const [first = 0, second = 0] = acequia.services['alerts'] ?? [];

  pause(first);
  await areOwners(1);
  await Promise.all(boards.map((board) => board.endAsync()));
  await haveTold(1);
  goOn(first);
  await areOwners(2);

  pause(second);
  const again = await Promise.all(companies.map(comes));
  await haveTold(2);
  goOn(second);
  await areOwners(2);
  await Promise.all(again.map((board) => board.endAsync()));
  // Both have evaluated their companies since, so a message sent again would be here.
  await eventually(async () => {
    for (const { farm } of companies) {
      const open = await farm.admin.api.call('avisos.listar', { query: { estado: 'abierto' } });
      expect(open).toContainEqual(expect.objectContaining({ tipo: 'placa_sin_conexion', veces: 2 }));
    }
  });
  await Promise.all(companies.map(comes));
  await eventually(async () => {
    for (const { farm } of companies) {
      const open = await farm.admin.api.call('avisos.listar', { query: { estado: 'abierto' } });
      expect(open).toContainEqual(
        expect.objectContaining({ tipo: 'placa_sin_conexion', calma_desde: expect.any(Number) }),
      );
    }
  });
  for (const one of companies) {
    expect(textsOf(one)).toHaveLength(2);
    const [gone, back] = textsOf(one);
    expect(gone).toMatch(/Placa sin conexión/);
    expect(back).toMatch(/✅ Placa sin conexión/);
  }
});
