import type { MedidasResultado } from '@acequia/contracts';
import { type ApiClient, OwedValues } from '@acequia/testing';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between an answer and the next request, ms. */
const EVERY_MS = 100;
/** Times of one request, each with a value of every point. */
const TIMES = 20;
/** One in so many values of the probe is known not to be known. */
const NULLS = 10;

/**
 * A program that sends values of its points (POST /medidas): the same request again and again until it is answered 200; then the next,
 * which also says once more what the last one said, and once something else.
 */
export class Program {
  readonly values = new OwedValues();
  /** Answers that a program cannot do anything about, and values that were not taken as it says in the contract. */
  readonly failures: string[] = [];
  /** Requests that had to be repeated. */
  repeated = 0;
  /** How often another value for a time that has one was told to be accepted. */
  mistaken = 0;
  private running = false;
  private work: Promise<void> = Promise.resolve();
  private counted = 0;
  private last: { punto_id: number; ts: number; valor: number | null }[] = [];

  private constructor(
    private readonly api: ApiClient,
    /** Of a counter of volume, whose unit is kept by thousandths. */
    readonly meter: number,
    /** Of soil's humidity, kept by hundredths. */
    readonly probe: number,
  ) {}

  static async with(api: ApiClient, empresa_id: number): Promise<Program> {
    const point = async (magnitud: 'volumen' | 'humedad_suelo'): Promise<number> => {
      const body = { empresa_id, placa_id: null, fuente: { tipo: 'api' }, magnitud, nombre: magnitud } as const;
      return (await api.call('puntos.crear', { body })).id;
    };
    return new Program(api, await point('volumen'), await point('humedad_suelo'));
  }

  start(): void {
    this.running = true;
    this.work = this.run();
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private async run(): Promise<void> {
    for (let ts = Date.now() - 120_000; this.running; ts += TIMES) {
      const fresh = Array.from({ length: TIMES }, (_, i) => this.at(ts + i)).flat();
      const other = this.last.slice(0, 1).map((one) => ({ ...one, valor: (one.valor ?? 0) + 1 }));
      const medidas = [...fresh, ...this.last, ...other];
      const result = await this.insist(medidas);
      for (const { punto_id, ts: at } of fresh) this.values.acknowledge(punto_id, at);
      const refused = result.rechazadas.map(({ indice, motivo }) => `${indice} ${motivo}`);
      const expected = other.map(() => `${medidas.length - 1} otro_valor`);
      const known = result.aceptadas + result.repetidas === medidas.length - refused.length;
      if (other.length > 0 && refused.length === 0) this.mistaken += 1;
      else if (!known || refused.join() !== expected.join()) this.failures.push(JSON.stringify(result));
      this.last = fresh;
      await sleep(EVERY_MS);
    }
  }

  private at(ts: number): { punto_id: number; ts: number; valor: number | null }[] {
    this.counted += 7;
    const soil = this.counted % NULLS === 0 ? null : 1_000 + (this.counted % 3_000);
    this.values.send(this.meter, ts, this.counted);
    this.values.send(this.probe, ts, soil);
    return [
      { punto_id: this.meter, ts, valor: this.counted / 1_000 },
      { punto_id: this.probe, ts, valor: soil === null ? null : soil / 100 },
    ];
  }

  private async insist(medidas: readonly { punto_id: number; ts: number; valor: number | null }[]) {
    for (let end = Date.now() + 180_000; Date.now() < end; this.repeated += 1) {
      const answer = await this.api.raw('medidas.guardar', { body: { medidas: [...medidas] } }).catch(() => null);
      if (answer?.status === 200) return (await answer.json()) as MedidasResultado;
      if (answer && answer.status < 500 && answer.status !== 429) this.failures.push(await answer.text());
      await sleep(300);
    }
    throw new Error('no answer to a program for three minutes');
  }
}
