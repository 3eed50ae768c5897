import { PINES_ESP32 } from '@acequia/contracts';
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { z } from 'zod';
import { ControlMessage } from './control.js';
import { AgendaMessage, CommandMessage, ConfigMessage, ResultMessage, RunsMessage, StatusMessage } from './messages.js';
import { decodeTelemetry } from './telemetry.js';
import { CHANNELS_TO_PLACA, CHANNELS_OF_PLACA, TOPIC_ROOT } from './topics.js';
import { UpdateMessage } from './update.js';

type Json = Record<string, unknown>;
interface Channel {
  address: string;
  messages: Record<string, unknown>;
}
interface Operation {
  action: string;
  channel: { $ref: string };
  bindings: { mqtt: { qos: number; retain: boolean } };
}
interface Document {
  channels: Record<string, Channel>;
  operations: Record<string, Operation>;
  components: {
    schemas: Record<string, Json>;
    messages: Record<string, { payload: Json; examples: { payload: unknown }[] }>;
  };
}

const document = parse(readFileSync(new URL('../asyncapi.yaml', import.meta.url), 'utf8')) as Document;
const read = createRequire(import.meta.url);

const resolve = (pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((part, key) => (part as Json | undefined)?.[key], document);

/** The document with every `$ref` replaced by its target. */
const whole = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return whole(resolve(String(value.$ref)));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, whole(part)]));
};

/** What a schema requires, without its descriptions, in one normalised spelling. */
const demands = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(demands);
  if (typeof value !== 'object' || value === null) return value;
  const { description: _d, default: _v, $schema: _s, ...schema } = value as Json;
  if ('const' in schema) return { const: schema['const'] };
  const constants = (schema['anyOf'] as Json[] | undefined)?.map((part) => part['const']);
  if (constants?.every((constant) => constant !== undefined)) return { enum: constants };
  // zod cannot list which integers are pins; another test compares the document's list.
  if (schema['type'] === 'integer' && 'enum' in schema) return { type: 'integer' };
  const safe = Object.entries(schema).filter(([, part]) => Math.abs(Number(part)) !== Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(safe.map(([key, part]) => [key, key === 'required' ? part : demands(part)]));
};

const validator = (name: string): ValidateFunction =>
  new Ajv({ strict: false }).compile(whole(document.components.schemas[name]) as Json);

describe('the AsyncAPI document', () => {
  it('is AsyncAPI 3, by its own schema', () => {
    // Ajv's own meta-schema stays out: AsyncAPI's has the same address.
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, meta: false, validateSchema: false });
    const schema = JSON.parse(readFileSync(read.resolve('@asyncapi/specs/schemas/3.0.0.json'), 'utf8')) as Json;
    expect(ajv.validate(schema, document) ? [] : ajv.errors).toEqual([]);
  });

  it('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.filter((pointer) => resolve(pointer) === undefined)).toEqual([]);
    expect(references.length).toBeGreaterThan(20);
  });

  it('has the channels of the protocol, each in its direction', () => {
    const addresses = Object.entries(document.channels).map(([name, { address }]) => [name, address]);
    const all = [...CHANNELS_OF_PLACA, ...CHANNELS_TO_PLACA];
    expect(Object.fromEntries(addresses)).toEqual(
      Object.fromEntries(all.map((canal) => [canal, `${TOPIC_ROOT}/{numero}/${canal}`])),
    );
    const of = (action: string): string[] =>
      Object.values(document.operations)
        .filter((operation) => operation.action === action)
        .map(({ channel }) => channel.$ref.replace('#/channels/', ''));
    expect(of('send').sort()).toEqual([...CHANNELS_OF_PLACA].sort());
    expect(of('receive').sort()).toEqual([...CHANNELS_TO_PLACA].sort());
  });

  it('retains the status and what a board must know after it was away, and never a command', () => {
    const retained = Object.values(document.operations).filter(({ bindings }) => bindings.mqtt.retain);
    expect(retained.map(({ channel }) => channel.$ref).sort()).toEqual(
      ['agenda', 'config', 'control', 'status', 'update'].map((channel) => `#/channels/${channel}`),
    );
  });

  it.each<[string, z.ZodType]>([
    ['Status', StatusMessage],
    ['Command', CommandMessage],
    ['Result', ResultMessage],
    ['Config', ConfigMessage],
    ['Agenda', AgendaMessage],
    ['Control', ControlMessage],
    ['Update', UpdateMessage],
    ['Runs', RunsMessage],
  ])('demands of %s what the code demands', (name, schema) => {
    const ofCode = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
    expect(demands(whole(document.components.schemas[name]))).toEqual(demands(ofCode));
  });

  it('knows the pins that there are', () => {
    expect(document.components.schemas['Pin']?.['enum']).toEqual([...PINES_ESP32]);
    const name = new RegExp(String(document.components.schemas['PinName']?.['pattern']));
    const named = Array.from({ length: 120 }, (_, pin) => pin).filter((pin) => name.test(String(pin)));
    expect(named).toEqual([...PINES_ESP32]);
  });

  it.each(Object.keys(document.components.messages))('shows examples of %s that are ones', (name) => {
    const message = document.components.messages[name];
    const valid = new Ajv({ strict: false }).compile(whole(message?.payload) as Json);
    expect(message?.examples.map(({ payload }) => [payload, valid(payload)])).toEqual(
      message?.examples.map(({ payload }) => [payload, true]),
    );
  });

  it('takes the samples that the code takes, and no others', () => {
    const NOW = 1_795_239_713_569;
    const pin = fc.constantFrom('4', '15', '39', '20', '04', '-1', '');
    const odd = fc.constantFrom<unknown>(null, true, 'x', 1.5, [], {});
    const now_and_then = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
      fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: odd });
    const sensor = fc.record(
      { t: now_and_then(fc.double({ min: -120, max: 170 })), h: now_and_then(fc.double({ min: -5, max: 110 })) },
      { requiredKeys: [] },
    );
    const sample = fc.record(
      {
        seq: now_and_then(fc.integer({ min: -1, max: 9 })),
        ts: now_and_then(fc.constant(NOW)),
        pins: now_and_then(fc.dictionary(pin, now_and_then(fc.integer({ min: 0, max: 2 })), { maxKeys: 2 })),
        sensors: now_and_then(fc.dictionary(pin, now_and_then(sensor), { maxKeys: 2 })),
        values: now_and_then(
          fc.dictionary(
            fc.constantFrom('1', '10', '99', '109', '127', '128', '0', '01', '-1', ''),
            now_and_then(fc.double({ noNaN: true, noDefaultInfinity: true })),
            { maxKeys: 2 },
          ),
        ),
      },
      { requiredKeys: [] },
    );
    const valid = validator('Telemetry');
    fc.assert(
      fc.property(fc.oneof(sample, fc.array(sample, { maxLength: 2 })), (message) => {
        const { rejected } = decodeTelemetry(Buffer.from(JSON.stringify(message)), NOW);
        expect(valid(JSON.parse(JSON.stringify(message)))).toBe(rejected.length === 0);
      }),
      { numRuns: 2_000 },
    );
    expect(valid(Array.from({ length: 501 }, () => ({ pins: {} })))).toBe(false);
  });
});
