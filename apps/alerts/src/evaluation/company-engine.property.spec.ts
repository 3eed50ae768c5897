import fc from 'fast-check';
import { afterEpisode } from '../avisos/telling.js';
import { sensorKey } from '../field/field.js';
import type { Step, Stored } from './alarm.js';
import { CompanyEngine } from './company-engine.js';
import { S, world } from './world.fixture.js';

const KEY = 'temperatura_alta|switch:1';
const SILENCED = { objeto: 'switch:1', desde: 0, hasta: Infinity };
/** Longer than every wait of an alarm: the calm time of a flapping alarm, and the wait before it is sent again. */
const LONG_S = 3_600;

type Event = 'hot' | 'cool' | 'between' | 'silence' | 'speak' | 'acknowledge' | 'restart' | 'away' | 'back' | 'pass';
const event = fc.constantFrom<Event>(
  ...(['hot', 'hot', 'hot', 'cool', 'cool', 'between', 'silence', 'speak'] as const),
  ...(['acknowledge', 'restart', 'away', 'back', 'pass'] as const),
);
const events = fc.array(fc.tuple(event, fc.constantFrom(5, 20, 60, 400)), { maxLength: 40 });
const TEMPERATURE: Partial<Record<Event, number>> = { hot: 45, between: 41.5, cool: 20 };

/** A company with its storage, as the service keeps it: only steps are written, and a restart sees nothing else. */
const stored = () => {
  const one = world();
  const { field, rules } = one;
  let engine = new CompanyEngine(field, rules);
  let row: Stored | null = null;
  let now = one.now();
  const told: { tell: number; whileSilenced: boolean }[] = [];
  const write = (steps: Step[]): void => {
    for (const { kind, alarm } of steps) {
      if (`${alarm.watch.tipo}|${alarm.watch.objeto}` !== KEY) continue;
      const { machine, datos } = alarm;
      const { toldAt, from } = alarm.telling;
      const base = {
        id: 1,
        tipo: alarm.watch.tipo,
        objeto: alarm.watch.objeto,
        datos,
        contado_ts: String(toldAt),
        contar_desde: String(from),
      };
      if (kind === 'open' || kind === 'reopen') {
        row = { ...base, estado: 'disparado', contado: 0, maquina: machine };
        alarm.aviso_id = 1;
      } else if (kind === 'close') {
        row = { ...base, estado: 'resuelto', contado: row?.contado ?? 0, maquina: machine };
        Object.assign(alarm, { aviso_id: null, telling: afterEpisode(alarm.telling) });
      } else if (row && kind === 'tell') {
        told.push({ tell: row.contado, whileSilenced: engine.silences.length > 0 });
        row = { ...row, ...base, contado: 1, maquina: machine };
      }
    }
  };
  const pass = (seconds: number): void => {
    for (const end = now + seconds * S; now < end;) {
      now += 5 * S;
      write(engine.evaluate([sensorKey(1, 15)], now));
    }
  };
  let temperature = 20;
  let online: 0 | 1 = 1;
  const report = (): void => {
    if (online === 0) return;
    const sensores: [number, number, number, number][] = [[15, temperature, 50, now]];
    field.apply({ tipo: 'estado', empresa_id: 1, placa_id: 1, ts: now, pines: [], sensores }, now);
  };
  const link = (is: 0 | 1): void => {
    online = is;
    field.apply({ tipo: 'conexion', empresa_id: 1, placa_id: 1, online: is, ts: now }, now);
  };
  link(1);
  return {
    told,
    row: () => row,
    at: () => temperature,
    silenced: () => engine.silences.length > 0,
    do: (what: Event, seconds: number): void => {
      temperature = TEMPERATURE[what] ?? temperature;
      if (what === 'silence') engine.silences = [SILENCED];
      if (what === 'speak') engine.silences = [];
      if (what === 'away' || what === 'back') link(what === 'back' ? 1 : 0);
      if (what === 'acknowledge' && row?.estado === 'disparado') row = { ...row, estado: 'reconocido' };
      if (what === 'restart') {
        const { silences } = engine;
        engine = new CompanyEngine(field, rules);
        engine.silences = silences;
        if (row) engine.resume(JSON.parse(JSON.stringify(row)) as Stored);
      }
      for (let passed = 0; passed < seconds; passed += 20) {
        report();
        pass(Math.min(20, seconds - passed));
      }
    },
  };
};

it('ends in the state that the definition gives, in whatever order things happen', () => {
  fc.assert(
    fc.property(events, fc.constantFrom<Event>('hot', 'cool'), (story, last) => {
      const one = stored();
      for (const [what, seconds] of story) one.do(what, seconds);
      one.do('back', 5);
      const before = one.row();
      one.do(last, LONG_S);
      const row = one.row();
      if (last === 'cool') {
        expect(row === null || row.estado === 'resuelto').toBe(true);
      } else {
        const acknowledged = before?.estado === 'reconocido' && row?.estado === 'reconocido';
        expect(row?.estado).toBe(acknowledged ? 'reconocido' : 'disparado');
        // A silenced alarm counts as sent only if it was sent before.
        if (!one.silenced()) expect(row?.contado).toBe(1);
        one.do('speak', 60);
        expect(one.row()?.contado).toBe(1);
      }
      // Each opening is sent once at most, and never while it is silenced.
      expect(one.told.filter(({ tell, whileSilenced }) => tell === 1 || whileSilenced)).toEqual([]);
    }),
    {
      numRuns: 50,
      examples: [
        [
          [
            ['between', 400],
            ['hot', 400],
            ['between', 60],
            ['back', 400],
          ],
          'hot',
        ],
      ],
    },
  );
});
