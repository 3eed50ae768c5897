import { z } from 'zod';
import { AppError, fieldLabel, ROUTES, type RouteDefinition, zodDetails, zodSentence } from './index.js';

const sentencesOf = (schema: z.ZodType, value: unknown): string[] => {
  const result = schema.safeParse(value, { error: zodSentence });
  return (result.error?.issues ?? []).map(({ message }) => message);
};

const WRONG: unknown[] = [
  undefined,
  null,
  'x',
  '',
  'x'.repeat(2_000),
  -1,
  1.5,
  1e12,
  true,
  [],
  [1],
  ['x'],
  {},
  { a: 1 },
];

/** Every accepted object of a schema, each with one field set to a wrong value. */
const wrongBodies = (schema: z.ZodType): unknown[] => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return [
    ...WRONG,
    ...Object.keys(properties).flatMap((key) =>
      WRONG.flatMap((value) => [{ [key]: value }, { [key]: [{ nombre: value }] }]),
    ),
  ];
};

describe('what is wrong with a value', () => {
  it.each([
    [z.number().int(), 1.5, 'Debe ser un número entero'],
    [z.number(), 'x', 'Debe ser un número'],
    [z.number(), NaN, 'Debe ser un número'],
    [z.number().min(0), -1, 'Debe ser 0 o más'],
    [z.number().lt(5), 5, 'Debe ser menor que 5'],
    [z.string().min(1), '', 'Este dato es obligatorio'],
    [z.string().max(3), 'abcd', 'Máximo 3 caracteres'],
    [z.array(z.number()).min(2), [1], 'Mínimo 2 elementos'],
    [z.array(z.number()).length(12), [1], 'Debe tener 12 elementos'],
    [z.enum(['a', 'b']), 'c', 'Debe ser uno de: a, b'],
    [z.email(), 'x', 'El correo no es válido'],
    [z.strictObject({}), { a: 1 }, 'Contiene datos que no se esperan'],
    [z.union([z.literal(0), z.boolean()]), 7, 'No es un valor válido'],
    [z.union([z.literal(0), z.boolean()]), undefined, 'Este dato es obligatorio'],
  ])('is told in plain Spanish (%#)', (schema, value, sentence) => {
    expect(sentencesOf(schema, value)).toEqual([sentence]);
  });

  it.each(Object.entries(ROUTES))('is never told in the words of zod, for %s', (_name, route: RouteDefinition) => {
    for (const schema of [route.params, route.query, route.body, route.headers]) {
      if (!schema) continue;
      for (const message of wrongBodies(schema).flatMap((wrong) => sentencesOf(schema, wrong))) {
        expect(message).toMatch(/^[A-ZÁÉÍÓÚ]/);
        expect(message).not.toMatch(/se esperaba|recibido|entrada inválida|invalid|expected|too (big|small)|\bint\b/i);
      }
    }
  });
});

describe('bad input', () => {
  it('names the label of its first field, and all fields by their paths', () => {
    const schema = z.object({ switches: z.array(z.object({ hardware_pin: z.number() })), costo_plan: z.number() });
    const { error } = schema.safeParse(
      { switches: [{ hardware_pin: 1 }, { hardware_pin: 'x' }] },
      { error: zodSentence },
    );
    const detalles = error ? zodDetails('body', error) : [];
    expect(detalles.map(({ campo }) => campo)).toEqual(['body.switches.1.hardware_pin', 'body.costo_plan']);
    expect(new AppError('datos_invalidos', { detalles }).texto).toBe(
      'Revisa «Pin (Switches, renglón 2)»: debe ser un número.',
    );
  });

  it('keeps the general sentence when no field is wrong, and a sentence of its own when there is one', () => {
    const general = 'Hay datos inválidos. Revísalos e intenta de nuevo.';
    expect(new AppError('datos_invalidos').texto).toBe(general);
    expect(new AppError('datos_invalidos', { detalles: [{ campo: 'body', mensaje: 'X' }] }).texto).toBe(general);
    const detalles = [{ campo: 'body.nombre', mensaje: 'Mal' }];
    expect(new AppError('datos_invalidos', { texto: 'Así no.', detalles }).texto).toBe('Así no.');
    expect(new AppError('pin_ocupado', { detalles }).texto).toBe('Ese pin ya está ocupado en la placa.');
  });

  it.each([
    ['body.costo_plan', 'Costo de plan'],
    ['query.switch_id', 'Switch'],
    ['body.algo_nuevo', 'Algo nuevo'],
    ['body.switches.0', 'Switches, renglón 1'],
    ['body.constructor', 'Constructor'],
    ['body', ''],
  ])('calls %s «%s»', (campo, label) => {
    expect(fieldLabel(campo)).toBe(label);
  });
});
