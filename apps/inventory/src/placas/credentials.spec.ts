import { SecretBox } from '@acequia/service-kit';
import { Credentials, sha256 } from './credentials.js';

const box = new SecretBox('k'.repeat(32));

describe('the credential of a board', () => {
  it('is kept as its SHA-256 alone where boards connect to device-gateway', () => {
    const credentials = new Credentials(box, { MQTT_BROKER_AUTH: 'mosquitto-dynsec' });
    const { password, columnas } = credentials.emit();
    expect(credentials.coexist).toBe(true);
    expect(columnas).toEqual({ credencial_sha256: sha256(password), credencial_cifrada: null });
  });

  it('is kept sealed too where an external Mosquitto must be told', () => {
    const credentials = new Credentials(box, { MQTT_URL: 'mqtt://b', MQTT_BROKER_AUTH: 'mosquitto-dynsec' });
    const { password, columnas } = credentials.emit();
    expect(credentials.coexist).toBe(false);
    expect(columnas.credencial_cifrada).not.toContain(password);
    expect(box.decrypt(columnas.credencial_cifrada ?? '', 'placa.credencial')).toBe(password);
  });

  it('is not sealed for a broker that somebody else looks after', () => {
    const credentials = new Credentials(box, { MQTT_URL: 'mqtt://b', MQTT_BROKER_AUTH: 'none' });
    expect(credentials.emit().columnas.credencial_cifrada).toBeNull();
  });
});
