import type { Switch, TipoSwitch } from '@acequia/contracts';
import {
  toSwitches,
  blocksOf,
  panelField,
  count,
  MAX_SWITCHES,
  panelOf,
  emptyPanel,
  ValidPanel,
  newPair,
  newSingle,
  type PanelForm,
} from './panel-form.js';

const fill = (): PanelForm => ({
  ...emptyPanel(),
  dispositivo_id: 1001,
  n_pairs: '2',
  n_singles: '1',
  pairs: [1, 2].map((n) => ({
    ...newPair(`Sector ${n}`),
    tiene_sensor: n === 1 ? (1 as const) : (0 as const),
    sensor_pin: 15,
    a: { nombre: `A${n}`, tipo: 'selenoide' as const, hardware_pin: n * 2, max_encendido_s: null, caudal_m3h: 2.5 },
    b: { nombre: `B${n}`, tipo: 'motor' as const, hardware_pin: n * 2 + 1, max_encendido_s: 1_800, caudal_m3h: null },
  })),
  singles: [
    {
      ...newSingle('Bodega'),
      one: { nombre: 'Solo', tipo: 'cooler', hardware_pin: 23, max_encendido_s: 0, caudal_m3h: null },
    },
  ],
});
const saved: Switch = {
  id: 7,
  nombre: 'Válvula A1',
  tipo: 'selenoide',
  zona: 'Sector 1',
  empresa_id: 3,
  dispositivo_id: 1001,
  placa_id: 9,
  par_numero: 2,
  switch_site_id: 4,
  hardware_pin: 4,
  tiene_sensor: 1,
  sensor_pin: 15,
  activo: 0,
  max_encendido_s: null,
  caudal_m3h: null,
  version: 5,
};

describe('a panel of switches', () => {
  it('becomes the list of the bulk call: pairs numbered from 1, individuals after them', () => {
    const list = toSwitches(fill(), 3, null);
    expect(list.map(({ nombre, par_numero, switch_site_id }) => [nombre, par_numero, switch_site_id])).toEqual([
      ['A1', 2, 1],
      ['B1', 2, 1],
      ['A2', 2, 2],
      ['B2', 2, 2],
      ['Solo', 1, 3],
    ]);
    expect(
      list.every(
        ({ activo, empresa_id, dispositivo_id }) => activo === 1 && empresa_id === 3 && dispositivo_id === 1001,
      ),
    ).toBe(true);
  });

  it('keeps a sensor pin only where the sensor is included', () => {
    expect(toSwitches(fill(), 3, null).map(({ tiene_sensor, sensor_pin }) => [tiene_sensor, sensor_pin])).toEqual([
      [1, 15],
      [1, 15],
      [0, null],
      [0, null],
      [0, null],
    ]);
  });

  it('sends the flow of each valve', () => {
    expect(toSwitches(fill(), 3, null).map(({ caudal_m3h }) => caudal_m3h)).toEqual([2.5, null, 2.5, null, null]);
  });

  it('sends an edited switch with its id, version, place in the panel and activo', () => {
    expect(toSwitches(panelOf(saved), 3, saved)).toEqual([
      expect.objectContaining({ id: 7, version: 5, par_numero: 2, switch_site_id: 4, activo: 0, sensor_pin: 15 }),
    ]);
  });

  it('counts what is no number as 0, and never below', () => {
    expect(['', 'dos', '-3', '2.9', '3'].map(count)).toEqual([0, 0, 0, 2, 3]);
  });

  it('has no more blocks than a board has pins', () => {
    const { pairs, singles } = blocksOf({ n_pairs: '99999', n_singles: '99999' });
    expect(2 * pairs + singles).toBe(MAX_SWITCHES);
  });

  it('neither checks nor sends the blocks that were counted away', () => {
    const panel = { ...fill(), n_pairs: '1', n_singles: '0' };
    panel.pairs[1]!.a.nombre = '';
    expect(ValidPanel.safeParse(panel).success).toBe(true);
    expect(toSwitches(panel, 3, null).map(({ nombre }) => nombre)).toEqual(['A1', 'B1']);
  });

  it('demands board, site, name, type and pin, and at least one switch', () => {
    const empty = { ...emptyPanel(), n_pairs: '1', pairs: [newPair('')] };
    const fields = ValidPanel.safeParse(empty).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(fields).toEqual(
      [
        'dispositivo_id',
        'pairs.0.zona',
        ...['a', 'b'].flatMap((side) => ['nombre', 'tipo', 'hardware_pin'].map((campo) => `pairs.0.${side}.${campo}`)),
      ].map((campo) => [campo, 'Este dato es obligatorio']),
    );
    expect(ValidPanel.safeParse({ ...emptyPanel(), dispositivo_id: 1 }).success).toBe(false);
  });

  it('lets no pump or valve go without a limit, and no limit beyond a week', () => {
    const withOutcome = (tipo: TipoSwitch, max_encendido_s: number | null) => {
      const panel = { ...fill(), n_pairs: '0' };
      panel.singles[0]!.one = { nombre: 'Solo', tipo, hardware_pin: 23, max_encendido_s, caudal_m3h: null };
      const { success, error } = ValidPanel.safeParse(panel);
      return success || error?.issues.map(({ path, message }) => [path.join('.'), message]);
    };
    const campo = 'singles.0.one.max_encendido_s';
    expect([withOutcome('cooler', 0), withOutcome('motor', null), withOutcome('motor', 90.4)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(withOutcome('motor', 0)).toEqual([[campo, 'Este tipo siempre lleva un límite']]);
    expect(withOutcome('cooler', 8 * 86_400)).toEqual([[campo, 'Como máximo 7 días']]);
    expect(withOutcome('cooler', -60)).toEqual([[campo, 'Debe ser un número, 0 o más']]);
    expect(toSwitches(fill(), 3, null).map(({ max_encendido_s }) => max_encendido_s)).toEqual([
      ...[null, 1_800, null, 1_800, 0],
    ]);
  });

  it('finds the field that the server speaks of', () => {
    const campo = (text: string) => panelField(fill(), text);
    expect(campo('switches.3.hardware_pin')).toBe('pairs.1.b.hardware_pin');
    expect(campo('switches.1.sensor_pin')).toBe('pairs.0.sensor_pin');
    expect(campo('switches.4.nombre')).toBe('singles.0.one.nombre');
    expect(campo('switches.4.dispositivo_id')).toBe('dispositivo_id');
  });
});
