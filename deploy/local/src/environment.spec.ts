import { resolve } from 'node:path';
import { readEnvironment, StartError } from './environment.js';

const messageOf = (env: NodeJS.ProcessEnv): string => {
  try {
    readEnvironment(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  return '';
};

describe('the environment of npm start', () => {
  it('has the documented defaults when nothing is set', () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 3000,
      MQTT_PORT: 1883,
      ACEQUIA_DATA: resolve('.data'),
      ACEQUIA_DEMO: true,
      ACEQUIA_INSTANCES: 1,
    });
  });

  it('takes an empty variable for an absent one, as compose files write them', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '' })).toEqual(readEnvironment({}));
  });

  it.each([
    [{ PORT: 'ochenta' }, 'PORT debe ser un puerto entre 1 y 65535'],
    [{ PORT: '70000' }, 'PORT debe ser un puerto entre 1 y 65535'],
    [{ MQTT_PORT: '1.5' }, 'MQTT_PORT debe ser un puerto entre 1 y 65535'],
    [{ ACEQUIA_DEMO: 'si' }, 'ACEQUIA_DEMO debe ser 0 o 1'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL debe empezar con postgres:// o postgresql://'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL debe empezar con redis:// o rediss://'],
    [{ ACEQUIA_SECRET_KEY: 'corta' }, 'ACEQUIA_SECRET_KEY debe tener al menos 32 caracteres'],
    [{ MQTT_TLS_CERT: '/no/existe' }, 'MQTT_TLS_CERT es un archivo que no existe'],
    [{ ACEQUIA_ADMIN_EMAIL: 'a@b.mx' }, 'ACEQUIA_ADMIN_PASSWORD falta'],
    [{ MQTT_BROKER_AUTH: 'vernemq' }, 'MQTT_BROKER_AUTH debe ser mosquitto-dynsec, emqx o none'],
    [{ ACEQUIA_HOST: 'localhost' }, 'ACEQUIA_HOST debe ser una dirección IP'],
    [{ DATABASE_URL_INVENTORY: 'mysql://x' }, 'DATABASE_URL_INVENTORY debe empezar con postgres://'],
    [{ ACEQUIA_INSTANCES: '99' }, 'ACEQUIA_INSTANCES debe ser un número entre 1 y 8'],
  ])('answers %j with one line that names the variable', (env, words) => {
    const line = messageOf(env);
    expect(line).toContain(words);
    expect(line).not.toContain('\n');
  });

  it('names every bad variable at once and shows no value, since any may be a secret', () => {
    const line = messageOf({ PORT: 'x', ACEQUIA_SECRET_KEY: 'mi-secreto', REDIS_URL: 'http://u:clave@h' });
    expect(line).toMatch(/PORT .*ACEQUIA_SECRET_KEY .*REDIS_URL /);
    expect(line).not.toMatch(/mi-secreto|clave@/);
  });
});
