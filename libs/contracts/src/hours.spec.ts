import { AvisosSettings, AvisosSettingsSave, ChannelUpdate } from './aviso-canal.js';
import { RuleSave } from './aviso.js';
import { faultOfHours } from './hours.js';

it.each([
  ['08:00', '18:00', null],
  ['22:00', '06:00', null],
  [null, '', null],
  ['00:00', '00:00', 'hasta'],
  ['08:00', null, 'hasta'],
  ['', '18:00', 'desde'],
])('%s to %s is refused at %s', (desde, hasta, at) => {
  expect(faultOfHours(desde, hasta)?.at ?? null).toBe(at);
});

const rule = { empresa_id: 1, tipo: 'placa_sin_conexion', activa: 1 };
const settings = { empresa_id: 1, descanso_desde: null, descanso_hasta: null, resumen_hora: null };
it.each([
  ['a rule', RuleSave, rule, ['hora_desde', 'hora_hasta']],
  ['a channel', ChannelUpdate, {}, ['hora_desde', 'hora_hasta']],
  ['the quiet hours', AvisosSettingsSave, settings, ['descanso_desde', 'descanso_hasta']],
] as const)('%s has both hours, which differ, or none', (_, schema, body, [from, to]) => {
  const fieldsAt = (hours: object) =>
    schema.safeParse({ ...body, ...hours }).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(fieldsAt({})).toEqual([]);
  expect(fieldsAt({ [from]: '06:00', [to]: '07:00' })).toEqual([]);
  expect(fieldsAt({ [from]: '00:00', [to]: '00:00' })).toEqual([to]);
  expect(fieldsAt({ [from]: '06:00' })).toEqual([to]);
  expect(fieldsAt({ [to]: '07:00' })).toEqual([from]);
});

it('answers quiet hours of no length that were stored before', () => {
  const stored = { ...settings, descanso_desde: '00:00', descanso_hasta: '00:00' };
  expect(AvisosSettings.safeParse(stored).success).toBe(true);
});
