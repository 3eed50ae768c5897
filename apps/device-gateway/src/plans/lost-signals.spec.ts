import { jest } from '@jest/globals';
import type { MqttClient } from 'mqtt';
import { Gateway, Parts, until } from '../gateway.fixture.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';

const END_S = Math.floor(Date.now() / 1_000) + 86_400;

/** Plans are written past the service that would signal them, as if the signal had been lost. */
describe('a plan whose signal was lost', () => {
  let parts: Parts;
  let gateway: Gateway;
  let plans: PlansRepository;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
    plans = gateway.app.get(PlansRepository);
  });
  afterAll(async () => {
    await gateway?.stop();
    await parts?.stop();
  });

  type Channel = 'agenda' | 'control';
  const topic = (numero: number, channel: Channel): string => `acequia/v1/${numero}/${channel}`;
  /** The revisions that a connected board is sent on its channels; it never says that it has taken one. */
  const board = async (numero: number, channels: Channel[] = ['agenda', 'control']) => {
    await gateway.placa(numero);
    const client: MqttClient = await gateway.connect(numero);
    const sent: Record<Channel, number[]> & { runs: unknown } = { agenda: [], control: [], runs: null };
    client.on('message', (name, payload) => {
      const channel = name === topic(numero, 'agenda') ? 'agenda' : 'control';
      const { rev, runs } = JSON.parse(payload.toString('utf8')) as { rev: number; runs?: unknown };
      sent[channel].push(rev);
      if (channel === 'agenda') sent.runs = runs;
    });
    if (channels.length > 0)
      await client.subscribeAsync(
        channels.map((channel) => topic(numero, channel)),
        { qos: 1 },
      );
    return { placa_id: numero + 1_000, sent };
  };

  it.concurrent('still reaches the connected board, an agenda as well as rules', async () => {
    const { placa_id, sent } = await board(1);
    const run = { id: 'a', pin: 4, at: END_S, secs: 60, late_s: 60, link: 0 as const };
    await plans.save({ placa_id, rev: 1, until: END_S, runs: [{ ...run, nombre: 'Norte' }] });
    await until(() => sent.agenda.includes(1));
    // The name of its program is for people.
    expect(sent.runs).toEqual([run]);
    await plans.saveControl({ placa_id, rev: 1, rules: [] });
    await until(() => sent.control.includes(1));
  });

  it.concurrent('reaches it with another content of the same revision', async () => {
    const { placa_id, sent } = await board(2);
    await plans.save({ placa_id, rev: 7, until: END_S, runs: [] });
    await until(() => sent.agenda.length === 1);
    await plans.save({
      placa_id,
      rev: 7,
      until: END_S,
      runs: [{ id: 'a', pin: 4, at: END_S, secs: 60, late_s: 60, link: 0 }],
    });
    await until(() => sent.agenda.length === 2);
  });

  it.concurrent('is known with the new name of a program without being sent again', async () => {
    const [named, other] = [await board(6), await board(7)];
    const run = { id: 'a', pin: 4, at: END_S - 90_000, secs: 60, late_s: 60, link: 0 as const };
    for (const nombre of ['Norte', 'Sur']) {
      const agenda = { placa_id: named.placa_id, rev: 1, until: END_S, runs: [{ ...run, nombre }] };
      // With its signal, as another service writes it.
      await gateway.app.get(PlansService).agenda(agenda);
      await until(() => named.sent.agenda.length === 1);
    }
    for (const rev of [1, 2]) {
      await plans.save({ placa_id: other.placa_id, rev, until: END_S, runs: [] });
      await until(() => other.sent.agenda.includes(rev));
    }
    expect(named.sent.agenda).toEqual([1]);
    expect((await plans.plansOf([named.placa_id])).get(named.placa_id)?.runs).toEqual([{ ...run, nombre: 'Sur' }]);
  });

  it.concurrent('is taken though what the board then said could not be stored at first', async () => {
    const { placa_id } = await board(8);
    const placa = gateway.app.get(PlacaDirectory).byId(placa_id)!;
    const fails = jest.spyOn(plans, 'said').mockRejectedValueOnce(new Error('no connection'));
    gateway.app.get(PlansService).status(placa, { online: true, can: ['agenda'], boot: 'a' });
    await until(async () => {
      const rows = await gateway.sql('SELECT 1 FROM planes_de_placa WHERE placa_id = $1', [placa_id]);
      return rows.length > 0;
    });
    expect(fails).toHaveBeenCalledTimes(2);
    fails.mockRestore();
  });

  it.concurrent('is sent once to a board that does not take it, and never to one that did not subscribe', async () => {
    const [silent, deaf, other] = [await board(3), await board(4, []), await board(5)];
    const look = async (rev: number): Promise<void> => {
      await plans.save({ placa_id: other.placa_id, rev, until: END_S, runs: [] });
      await until(() => other.sent.agenda.includes(rev));
    };
    await look(1);
    for (const { placa_id } of [silent, deaf]) await plans.save({ placa_id, rev: 1, until: END_S, runs: [] });
    await until(() => silent.sent.agenda.length > 0);
    await look(2);
    await look(3);
    expect(silent.sent.agenda).toEqual([1]);
    expect(deaf.sent).toEqual({ agenda: [], control: [], runs: null });
  });
});
