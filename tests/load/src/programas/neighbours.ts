import { PROGRAMA_LIMITS, type Switch } from '@acequia/contracts';
import { type ApiClient, Farm, manySwitches, startAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '../quantiles.js';

/** Time between two calls of the neighbour, ms, and how many are timed. */
const EVERY_MS = 50;
const CALLS = 300;
/** Four programs of 4,608 runs a day are near all that a company may ask for. */
const PROGRAMS = 4;
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const SOAK = { max_s: 60, pausa_s: 60 };
const PARTS = 3;

/** What a company calls while another previews and saves the largest programs that are allowed, beside the same calls alone. */
export async function benchNeighbours(): Promise<object[]> {
  const acequia = await startAcequia({ env: { RATE_LIMIT_SESSION: '100000', RATE_LIMIT_BULK: '100000' } });
  try {
    const root = await acequia.loginAdmin();
    const large = await Farm.create(acequia, root);
    const { switches } = await manySwitches(root, large, PROGRAMA_LIMITS.STEPS);
    const small = await Farm.create(acequia, root);
    const api = small.admin.api;
    const calls: Record<string, () => Promise<unknown>> = {
      'programas.listar': () => api.call('programas.listar'),
      'switches.panel': () => api.call('switches.panel'),
    };
    await small.admin.api.call('programas.crear', {
      body: { ...largest(small.empresa.id, small.switches, 600), inicios: ['05:00'] },
    });
    for (const call of Object.values(calls)) await timed(call, 20);
    const alone = await Promise.all(Object.values(calls).map((call) => timed(call, CALLS)));
    const work = new LargeCompany(large.admin.api, (seconds) => largest(large.empresa.id, switches, seconds));
    await work.begin();
    const beside = await Promise.all(Object.values(calls).map((call) => timed(call, CALLS)));
    const done = await work.end();
    return Object.keys(calls).map((name, n) => ({
      bench: `programas: ${name} of a company while another plans ${PROGRAMS} of the largest programs`,
      ms: quantiles(beside[n] ?? []),
      yardstick_alone_ms: quantiles(alone[n] ?? []),
      meanwhile: done,
      load_1m: Math.round(loadavg()[0]! * 10) / 10,
      wanted: 'p95 < 100 ms',
    }));
  } finally {
    await acequia.stop();
  }
}

/** Previews and saves its programs, one behind the other in two lines, until it is ended. */
class LargeCompany {
  private stopped = false;
  private readonly done = { previews: 0, saves: 0, refused: 0 };
  private lines: Promise<void>[] = [];

  constructor(
    private readonly api: ApiClient,
    private readonly program: (duracion_s: number) => ReturnType<typeof largest>,
  ) {}

  async begin(): Promise<void> {
    const ids: number[] = [];
    // They become large by being saved.
    const small = { ...this.program(SOAK.max_s), inicios: ['05:00'] };
    for (let n = 0; n < PROGRAMS; n++) ids.push((await this.api.call('programas.crear', { body: small })).id);
    let saved = 0;
    this.lines = [
      this.line('previews', () =>
        this.api.call('programas.vista_previa', { body: this.program(PARTS * SOAK.max_s - 1) }),
      ),
      this.line('saves', () => {
        const id = ids[saved % ids.length] ?? 0;
        const body = this.program(PARTS * SOAK.max_s - (saved++ % 2));
        return this.api.call('programas.actualizar', { params: { id }, body });
      }),
    ];
  }

  async end(): Promise<object> {
    this.stopped = true;
    await Promise.all(this.lines);
    return this.done;
  }

  private async line(what: 'previews' | 'saves', act: () => Promise<unknown>): Promise<void> {
    while (!this.stopped)
      await act().then(
        () => this.done[what]++,
        () => this.done.refused++,
      );
  }
}

/** 64 valves, 24 starts, each watering in three parts. */
const largest = (empresa_id: number, switches: readonly Switch[], duracion_s: number) => ({
  empresa_id,
  nombre: `Grande ${duracion_s}`,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: HOURS,
  pasos: switches.map(({ id }) => ({ switch_id: id, duracion_s })),
  remojo: SOAK,
});

const timed = async (call: () => Promise<unknown>, times: number): Promise<number[]> => {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const since = performance.now();
    await call();
    took.push(performance.now() - since);
    await sleep(EVERY_MS);
  }
  return took;
};
