import { DemoRelayCloud } from './demo-relay-cloud.js';
import { LOOPBACK, readEnvironment, StartError, type Environment } from './environment.js';
import { DEMO_ADMIN } from './services.js';
import { Stack } from './stack.js';

const say = (line: string): void => console.log(line);

/** When npm ends without a signal (kill -9, a closed window), nothing else would stop this process. */
const whenNpmDies = (stop: () => void): void => {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
};

const greet = (environment: Environment, stack: Stack): void => {
  say(`\nAcequia está en marcha: ${environment.TLS_CERT ? 'https' : 'http'}://localhost:${environment.PORT}`);
  say(`Placas (MQTT): ${stack.run.mqtt.replace('127.0.0.1', 'localhost')}`);
  if (environment.MQTT_TLS_CERT && !environment.MQTT_URL)
    say(`Placas (MQTT con TLS): mqtts://localhost:${environment.MQTT_TLS_PORT}`);
  if (environment.ACEQUIA_DEMO) {
    say(`Cuentas de demostración (contraseña ${DEMO_ADMIN.password}):`);
    say('  admin@acequia.demo (administrador global), empresa@acequia.demo, usuario@acequia.demo,');
    say('  empresa2@acequia.demo, usuario2@acequia.demo');
  }
  if (!environment.ACEQUIA_DEMO && !environment.ACEQUIA_ADMIN_EMAIL && stack.data.isNew)
    say('Todavía nadie puede entrar: crea el primer administrador con ACEQUIA_ADMIN_EMAIL y ACEQUIA_ADMIN_PASSWORD.');
  if (environment.ACEQUIA_HOST === LOOPBACK)
    say('Solo se abre desde esta computadora; para abrirla a la red: ACEQUIA_HOST=0.0.0.0 npm start');
  say('Ctrl-C la detiene.');
};

const ALLOWED_HOSTS = 'RELAY_CLOUD_ALLOWED_HOSTS';

/** No demo cloud when the person lists their own permitted relay clouds. */
const demoCloud = async ({ ACEQUIA_DEMO, ACEQUIA_DATA }: Environment): Promise<DemoRelayCloud | null> =>
  ACEQUIA_DEMO && !process.env[ALLOWED_HOSTS] ? DemoRelayCloud.choose(ACEQUIA_DATA) : null;

/** Runs Acequia until it is stopped. `root` is the folder of the built repository. */
export const main = async (root: string): Promise<void> => {
  let stack: Stack | null = null;
  let ending = false;
  const end = async (code: number): Promise<void> => {
    if (ending) return;
    ending = true;
    if (code === 0) say('Deteniendo Acequia…');
    await stack?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  // `npm run rotate-key` asks for it.
  process.on('SIGUSR2', () => {
    say('Se toma la clave nueva: los servicios se reinician uno tras otro…');
    stack?.takeKeys().then(
      () => say('Los servicios usan la clave nueva.'),
      (error: unknown) => say(`No se pudo tomar la clave nueva: ${(error as Error).message}`),
    );
  });
  whenNpmDies(() => void end(0));

  try {
    const environment = readEnvironment(process.env);
    const cloud = await demoCloud(environment);
    const inherit = cloud ? { ...process.env, [ALLOWED_HOSTS]: cloud.allowedHosts } : process.env;
    const demo = environment.ACEQUIA_DEMO ? await import('./demo.js') : null;
    // Seeding before the ports open lets the first visitor find the demo accounts. Over TLS the seed could not trust the certificate.
    const inside = demo !== null && (environment.TLS_CERT !== undefined || !demo.isSeeded(environment.ACEQUIA_DATA));
    const prepare = async (host: Stack, http: string): Promise<void> =>
      demo?.prepareDemo(
        { run: { http, mqtt: host.run.mqtt }, data: host.data, add: (spec) => host.add(spec) },
        root,
        say,
        cloud,
      );
    const running: Stack = new Stack({
      environment,
      root,
      say,
      inherit,
      beforeOpening: inside ? (http) => prepare(running, http) : undefined,
    });
    stack = running;
    await running.start();
    if (!inside) await prepare(running, running.run.http);
    greet(environment, stack);
  } catch (error) {
    if (ending) return;
    console.error(error instanceof StartError ? error.message : error);
    await end(1);
  }
};
