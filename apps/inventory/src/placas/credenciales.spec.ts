import { SecretBox } from '@acequia/service-kit';
import { Credenciales, sha256 } from './credenciales.js';

const caja = new SecretBox('k'.repeat(32));

describe('the credential of a board', () => {
  it('is kept as its SHA-256 alone where boards connect to device-gateway', () => {
    const credenciales = new Credenciales(caja, { MQTT_BROKER_AUTH: 'mosquitto-dynsec' });
    const { password, columnas } = credenciales.emitir();
    expect(credenciales.conviven).toBe(true);
    expect(columnas).toEqual({ credencial_sha256: sha256(password), credencial_cifrada: null });
  });

  it('is kept sealed too where an external Mosquitto must be told', () => {
    const credenciales = new Credenciales(caja, { MQTT_URL: 'mqtt://b', MQTT_BROKER_AUTH: 'mosquitto-dynsec' });
    const { password, columnas } = credenciales.emitir();
    expect(credenciales.conviven).toBe(false);
    expect(columnas.credencial_cifrada).not.toContain(password);
    expect(caja.decrypt(columnas.credencial_cifrada ?? '', 'placa.credencial')).toBe(password);
  });

  it('is not sealed for a broker that somebody else looks after', () => {
    const credenciales = new Credenciales(caja, { MQTT_URL: 'mqtt://b', MQTT_BROKER_AUTH: 'none' });
    expect(credenciales.emitir().columnas.credencial_cifrada).toBeNull();
  });
});
