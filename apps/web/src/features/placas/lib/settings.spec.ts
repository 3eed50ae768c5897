import type { Dialecto } from '@acequia/contracts';
import { settingsOf } from './settings.js';

const credential = (dialecto: Dialecto) => ({ id: 1001, placa_id: 7, username: '1001', password: 'secreta', dialecto });
const from = (dialecto: Dialecto, address: string | null = 'mqtt://rancho.mx:1884') =>
  Object.fromEntries(settingsOf(credential(dialecto), address));
const ACCOUNT = { 'Client ID': 'placa-1001', Usuario: '1001', Contraseña: 'secreta' };

describe('what is typed into a board’s firmware', () => {
  it('is one address and the account for our own', () => {
    expect(from('acequia')).toEqual({ 'Dirección MQTT': 'mqtt://rancho.mx:1884', ...ACCOUNT });
  });

  it('is host, port, account and the topics of its own for the others', () => {
    const place = { 'Servidor (host)': 'rancho.mx', Puerto: '1884' };
    expect(from('tasmota')).toEqual({ ...place, ...ACCOUNT, Topic: '1001', FullTopic: 'tasmota/%topic%/%prefix%/' });
    expect(from('esphome')).toEqual({ ...place, ...ACCOUNT, topic_prefix: 'esphome/1001' });
    expect(from('shelly')).toEqual({ ...place, ...ACCOUNT, 'MQTT prefix': 'shelly/1001' });
  });

  it('has the usual port when the address has none, and neither when there is no address', () => {
    expect(from('shelly', 'mqtts://rancho.mx')['Puerto']).toBe('8883');
    expect(from('shelly', 'mqtt://rancho.mx')['Puerto']).toBe('1883');
    expect(from('shelly', null)).toMatchObject({ 'Servidor (host)': null, Puerto: null });
  });
});
