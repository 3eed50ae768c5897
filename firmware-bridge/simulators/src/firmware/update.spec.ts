import { decodeUpdate, type StatusMessage, type UpdateMessage } from '@acequia/board-protocol';
import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { firmwareImage, type ImageOptions, MODEL, sha256Of } from '../update/firmware-image.js';
import { BOARDS, bothBoards, changes, farm, outcomes, PATIENCE_MS } from './both-boards.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import { agenda, type Happening, off, on, pass, planned, type Step } from './scenario.fixture.js';

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

interface Wish extends ImageOptions {
  id?: number;
  signed?: boolean;
  loops?: boolean;
  document?: Partial<UpdateMessage>;
}
/** The server has an image, and the gateway asks for it. */
const wish = ({ id = 1, signed = true, loops = false, document = {}, ...options }: Wish = {}): Happening[] => {
  const image = firmwareImage({ size: 40_000, ...options, ...(!signed && { key: stranger }) });
  const { version = '2.0.0', model = MODEL } = options;
  const update = {
    id,
    url: 'http://a/b.bin',
    size: image.length,
    sha256: sha256Of(image),
    version,
    model,
    ...document,
  };
  return [
    { kind: 'serve', served: { image, signed, loops } },
    { kind: 'update', update },
  ];
};
const last = (steps: readonly Step[]): StatusMessage => steps[steps.length - 1]!.status;
/** Phases of all steps, each once. */
const phases = (steps: readonly Step[]): unknown[] => {
  const all = steps.map(
    ({ status }) => status.update && [status.update.phase, status.update.why].filter(Boolean).join(' '),
  );
  return all.filter((phase, i) => phase !== undefined && phase !== all[i - 1]);
};
const seconds = (n: number): Happening[] => Array.from({ length: n }, () => pass(1));

describe.each(BOARDS)('updates on %s', (name) => {
  const play = bothBoards();

  it(
    'loads an image, tries it and keeps it, and does nothing when it hears of it again',
    async () => {
      const steps = await play(name, [farm, ...wish({ secure_version: 4 }), ...seconds(30)]);
      expect(phases(steps)).toEqual(['loading', 'restarting', 'trial', 'done']);
      const { image, update, can } = last(steps);
      expect(image).toEqual({ version: '2.0.0', model: MODEL, slot: 1, floor: 4, trial: 0 });
      expect(update).toEqual({ id: 1, phase: 'done', at: expect.any(Number) as number });
      expect(can).toContain('update');
      const again = await play(name, [farm, ...wish(), ...seconds(30), ...wish(), ...seconds(30)]);
      expect(phases(again)).toEqual(['loading', 'restarting', 'trial', 'done']);
      expect(changes([...steps, ...again])).toEqual([]);
    },
    PATIENCE_MS,
  );

  it.each<[string, Wish, string]>([
    ['of another operator', { signed: false }, 'signature'],
    ['of another model', { model: 'other', document: { model: MODEL } }, 'model'],
    ['that is said to be of another model', { document: { model: 'other' } }, 'model'],
    ['with another hash', { document: { sha256: 'ab'.repeat(32) } }, 'sha256'],
    ['of another length', { document: { size: 19_000 } }, 'size'],
    ['that is longer than its flash', { size: 65_600, document: { size: 3_000_000 } }, 'size'],
  ])('refuses an image %s', async (_what, which, why) => {
    const steps = await play(name, [farm, ...wish(which), ...seconds(30)]);
    expect(last(steps).update).toMatchObject({ phase: 'failed', why });
    expect(last(steps).image).toMatchObject({ slot: 0, trial: 0 });
  });

  it('refuses an image below the operator’s floor', async () => {
    const steps = await play(name, [
      ...[farm, ...wish({ secure_version: 4 }), ...seconds(30)],
      ...wish({ id: 2, secure_version: 3, version: '1.9.0' }),
      ...seconds(30),
    ]);
    expect(last(steps).update).toMatchObject({ id: 2, phase: 'failed', why: 'floor' });
    expect(last(steps).image).toMatchObject({ version: '2.0.0', floor: 4 });
  });

  it('stops loading while a relay is on, and goes on by itself', async () => {
    const steps = await play(name, [
      ...[farm, ...wish(), { kind: 'pass' as const, ms: 500 }, on('a', 4), ...seconds(60)],
      ...[off('b', 4), ...seconds(30)],
    ]);
    expect(phases(steps)).toEqual(['loading', 'failed busy', 'loading', 'restarting', 'trial', 'done']);
    expect(changes(steps)).toHaveLength(2);
  });

  it('loses no run to an update: it waits from half an hour before it', async () => {
    const steps = await play(name, [
      ...[farm, agenda(1, [planned('a', 4, 1_500, 60)]), ...wish(), pass(1_400)],
      ...[pass(200), ...seconds(30)],
    ]);
    expect([phases(steps)[0], last(steps).update?.phase]).toEqual(['failed busy', 'done']);
    expect(outcomes(steps)).toEqual([['a', 1_500, 60, 'done']]);
  });

  it('goes back at once from an image that falls over, and after ten minutes from one that does not find the broker', async () => {
    const loop = await play(name, [farm, ...wish({ loops: true }), ...seconds(30)]);
    expect(last(loop).update).toMatchObject({ id: 1, phase: 'failed', why: 'rolled_back' });
    expect(last(loop).image).toMatchObject({ slot: 0, trial: 0 });
    const alone = await play(name, [
      ...[farm, ...wish(), pass(2), { kind: 'network' as const, up: false }],
      ...[pass(300), pass(400), { kind: 'network' as const, up: true }, pass(1)],
    ]);
    expect(phases(alone).slice(-2)).toEqual(['trial', 'failed rolled_back']);
    expect(last(alone).image).toMatchObject({ slot: 0, trial: 0 });
  });

  it('goes on after a cut of power, and lets go of what is withdrawn', async () => {
    const half: Happening[] = [farm, ...wish(), { kind: 'pass', ms: 750 }];
    const cut = await play(name, [...half, { kind: 'reboot', off_ms: 5_000 }, ...seconds(30)]);
    expect(last(cut).update).toMatchObject({ phase: 'done' });
    const gone = await play(name, [...half, { kind: 'update', update: null }, ...seconds(30)]);
    expect(last(gone).update).toBeUndefined();
    expect(last(gone).image).toMatchObject({ slot: 0 });
  });
});

describe('the two boards beside each other', () => {
  const play = bothBoards();
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
    await host.fresh();
    await host.do(0, 'boot', 1);
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  /** A wish is made when it is played, so that a counterexample holds no image. */
  type Part = Wish | Happening;
  const id = fc.integer({ min: 1, max: 3 });
  const often = <T extends Part>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
  const part = fc.oneof(
    often(
      4,
      fc.integer({ min: 1, max: 20 }).map((n): Part => ({ kind: 'pass', ms: n * 250 })),
    ),
    often(
      3,
      fc
        .record({ id, secure_version: fc.integer({ min: 0, max: 2 }), loops: fc.boolean(), signed: fc.boolean() })
        .map((one): Part => ({ ...one, version: `${one.secure_version}` })),
    ),
    often(
      1,
      fc.constantFrom<Part>(
        { kind: 'update', update: null },
        { kind: 'reboot', off_ms: 1_000 },
        { kind: 'restart', map: 'kept' },
        { kind: 'network', up: false },
        { kind: 'network', up: true },
        on('x', 4, 30),
        off('y', 4),
        { kind: 'pass', ms: 700_000, step: 1_000 },
      ),
    ),
  );

  it(
    'tell the same of any course of updates, and neither ever runs an image below its floor',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(part, { maxLength: 25 }), async (parts) => {
          const list = [farm, ...parts.flatMap((one) => ('kind' in one ? [one] : wish(one)))];
          const told = async (which: (typeof BOARDS)[number]): Promise<unknown[]> =>
            (await play(which, list)).map(({ happening: { kind }, status }) => [
              kind,
              status.image?.slot,
              status.image?.floor,
              status.image?.trial,
              status.update,
            ]);
          expect(await told('the firmware core')).toEqual(await told('the simulator'));
        }),
        { numRuns: Number(process.env['CORE_RUNS'] ?? 60) },
      );
    },
    PATIENCE_MS,
  );

  it.each([
    {},
    { id: 0 },
    { id: 1.5 },
    { url: 'ftp://a/b' },
    { url: 'http://' },
    { url: 'http://a b' },
    { url: `http://${'a'.repeat(248)}` },
    { url: `https://${'a'.repeat(249)}` },
    { size: 287 },
    { size: 2 ** 24 + 1 },
    { sha256: 'AB'.repeat(32) },
    { sha256: 'ab'.repeat(31) },
    { version: 'v'.repeat(31) },
    { version: 'v'.repeat(32) },
    { model: 'ñ' },
    { model: '' },
    { model: null },
  ])('take the same documents: %j', async (part) => {
    const text = JSON.stringify({
      id: 1,
      url: 'http://a/b',
      size: 4_096,
      sha256: 'ab'.repeat(32),
      version: '2',
      model: MODEL,
      ...part,
    });
    const { answered } = await host.do(0, 'reads', 'update', Buffer.from(text));
    expect(answered !== null).toBe(decodeUpdate(Buffer.from(text)).ok);
  });
});
