import { pinWarning, EmpresaSave, ProgramaSave, ReglaClimaSave, SwitchesSave } from '@acequia/contracts';
import { DEMO_EMPRESAS, switchesOf } from './demo-data.js';
import { demoPlans } from './demo-plans.js';

const boards = DEMO_EMPRESAS.flatMap(({ placas }) => placas);
const all = boards.map((placa, n) => switchesOf(placa, 1, 1_001 + n));

describe('the demo data', () => {
  it('is a dozen boards with sixty switches, pairs and individuals, with and without sensors', () => {
    expect(boards).toHaveLength(12);
    const switches = all.flat();
    expect(switches).toHaveLength(60);
    expect(new Set(switches.map(({ par_numero }) => par_numero))).toEqual(new Set([1, 2]));
    expect(new Set(switches.map(({ tiene_sensor }) => tiene_sensor))).toEqual(new Set([0, 1]));
  });

  it('is accepted by the contract as it stands', () => {
    for (const switches of all) expect(() => SwitchesSave.parse({ switches })).not.toThrow();
    for (const { empresa } of DEMO_EMPRESAS)
      expect(() => EmpresaSave.parse({ ...empresa, fecha_vencimiento: '2030-01-01' })).not.toThrow();
  });

  it('waters by programs and follows a climate rule, in each company, on boards that know its switches', () => {
    for (const { placas } of DEMO_EMPRESAS) {
      const switches = placas
        .flatMap((placa, n) => switchesOf(placa, 1, 1_001 + n))
        .map((sw, n) => ({ ...sw, tipo: sw.tipo ?? 'otro', id: n + 1 }));
      const { programas, reglas } = demoPlans(1, switches);
      expect(programas.map((programa) => ProgramaSave.parse(programa).pasos.length)).toEqual([2, 2]);
      expect(reglas.map((regla) => ReglaClimaSave.parse(regla).etapas.length)).toEqual([2]);
    }
  });

  it('shows each way in which a device can stand, in each company, meters and relays', () => {
    for (const { dispositivos } of DEMO_EMPRESAS) {
      expect(new Set(dispositivos.map(({ tipo }) => tipo))).toEqual(new Set(['shelly_1', 'shelly_pro3m']));
      expect(new Set(dispositivos.map(({ estado }) => estado))).toEqual(new Set([undefined, 'suspendido', 'vencido']));
    }
    const ids = DEMO_EMPRESAS.flatMap(({ dispositivos }) => dispositivos.map(({ shelly_id }) => shelly_id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('uses each pin of a board once, and none that is doubtful', () => {
    for (const switches of all) {
      const pins = switches.flatMap(({ hardware_pin, sensor_pin }) => [hardware_pin, sensor_pin ?? []].flat());
      expect(new Set(pins).size).toBe(pins.length);
      expect(pins.map(pinWarning).filter(Boolean)).toEqual([]);
    }
  });

  it('gives both switches of a pair the same zona and switch_site_id', () => {
    for (const switches of all) {
      const pairs = switches.filter(({ par_numero }) => par_numero === 2);
      const keys = pairs.map(({ zona, switch_site_id }) => `${zona}|${switch_site_id}`);
      const sizes = [...new Set(keys)].map((key) => keys.filter((other) => other === key).length);
      expect(sizes).toEqual([2, 2]);
    }
  });
});
