import type { Dialecto } from '@acequia/contracts';
import { ajustesDe } from './settings.js';

const credencial = (dialecto: Dialecto) => ({ id: 1001, placa_id: 7, username: '1001', password: 'secreta', dialecto });
const de = (dialecto: Dialecto, direccion: string | null = 'mqtt://rancho.mx:1884') =>
  Object.fromEntries(ajustesDe(credencial(dialecto), direccion));
const CUENTA = { 'Client ID': 'placa-1001', Usuario: '1001', Contraseña: 'secreta' };

describe('what is typed into a board’s firmware', () => {
  it('is one address and the account for our own', () => {
    expect(de('acequia')).toEqual({ 'Dirección MQTT': 'mqtt://rancho.mx:1884', ...CUENTA });
  });

  it('is host, port, account and the topics of its own for the others', () => {
    const lugar = { 'Servidor (host)': 'rancho.mx', Puerto: '1884' };
    expect(de('tasmota')).toEqual({ ...lugar, ...CUENTA, Topic: '1001', FullTopic: 'tasmota/%topic%/%prefix%/' });
    expect(de('esphome')).toEqual({ ...lugar, ...CUENTA, topic_prefix: 'esphome/1001' });
    expect(de('shelly')).toEqual({ ...lugar, ...CUENTA, 'MQTT prefix': 'shelly/1001' });
  });

  it('has the usual port when the address has none, and neither when there is no address', () => {
    expect(de('shelly', 'mqtts://rancho.mx')['Puerto']).toBe('8883');
    expect(de('shelly', 'mqtt://rancho.mx')['Puerto']).toBe('1883');
    expect(de('shelly', null)).toMatchObject({ 'Servidor (host)': null, Puerto: null });
  });
});
