import { campoInSentence, campoWithUnit, fieldLabel } from './campos.js';

describe('the name of a field', () => {
  it.each([
    ['pausa_s', 'Pausa (s)', 'pausa'],
    ['auth_key', 'Auth Key', 'Auth Key'],
    ['comunicador_imei', 'IMEI comunicador', 'IMEI comunicador'],
    ['otra_cosa', 'Otra cosa', 'otra cosa'],
    ['constructor', 'Constructor', 'constructor'],
  ])('%s stands with its unit as "%s", in a sentence as "%s"', (name, alone, within) => {
    expect([campoWithUnit(name), campoInSentence(name)]).toEqual([alone, within]);
  });

  it('in a list tells its row', () => {
    expect(fieldLabel('body.switches.2.hardware_pin')).toBe('Pin (Switches, renglón 3)');
    expect(fieldLabel('query')).toBe('');
  });
});
