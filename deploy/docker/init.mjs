/** `npm run deploy:init [email] [domain]`: writes what docker compose needs. Node's own modules only: nothing is installed yet. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DATABASES = ['auth_tenancy', 'inventory', 'device_gateway', 'telemetry_history', 'alerts', 'automation'];

const SERVICES = [...DATABASES, 'api_gateway'];

const password = () => randomBytes(24).toString('hex');

/** The user of each service in Redis, one password on both servers. Made anew at each start, so they may change. */
const redisUsers = () =>
  Object.fromEntries(
    SERVICES.flatMap((service) => {
      const user = `acequia_${service}:${password()}`;
      return [
        [`redis_url_${service}`, `redis://${user}@redis:6379`],
        [`redis_volatile_url_${service}`, `redis://${user}@redis-volatile:6379`],
      ];
    }),
  );

/** Every secret that docker-compose.yml names, by its file. */
const newSecrets = () => {
  const [postgres, redis, redisVolatile] = [password(), password(), password()];
  const roles = DATABASES.map((role) => [
    `database_url_${role}`,
    `postgres://acequia_${role}:${password()}@postgres:5432/acequia`,
  ]);
  return {
    secret_key: randomBytes(32).toString('hex'),
    // Holds a key only while secret_key is being rotated.
    secret_key_previous: '',
    backup_passphrase: password(),
    admin_password: password(),
    postgres_password: postgres,
    database_url: `postgres://acequia:${postgres}@postgres:5432/acequia`,
    ...Object.fromEntries(roles),
    redis_password: redis,
    redis_url: `redis://:${redis}@redis:6379`,
    redis_volatile_password: redisVolatile,
    redis_volatile_url: `redis://:${redisVolatile}@redis-volatile:6379`,
    ...redisUsers(),
  };
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** No public authority gives certificates for these: Caddy signs them with one of its own. */
const isPrivate = (domain) =>
  /\.(local|localhost|lan|home|internal|intranet|private|corp|test|home\.arpa|fritz\.box)$/.test(domain);

/** For Caddy in front: who comes from a network of Docker's own is the proxy, and both other doors are this machine's alone. */
const behindCaddy = (domain) => ({
  COMPOSE_PROFILES: 'tls',
  ACEQUIA_DOMAIN: domain,
  PUBLIC_URL: `https://${domain}`,
  MQTT_PUBLIC_URL: `mqtts://${domain}:8883`,
  TRUST_PROXY: 'uniquelocal',
  HTTP_HOST: '127.0.0.1',
  MQTT_HOST: '127.0.0.1',
  MQTT_TLS_CERT: '/tls/server.pem',
  MQTT_TLS_KEY: '/tls/server.key',
  ...(isPrivate(domain) && { ACEQUIA_CERTIFICATES: 'local_certs' }),
});

const writeSecrets = (secrets, values) => {
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  for (const [name, value] of Object.entries(values)) writeFileSync(join(secrets, name), `${value}\n`);
};

/** Writes both into `folder`; refuses where an installation has them already. @returns the exit code */
const deployInit = (folder, email = 'admin@acequia.local', domain = '') => {
  if (!EMAIL.test(email)) {
    console.error(`«${email}» no es un correo, como admin@granja.mx.`);
    return 1;
  }
  if (domain && !DOMAIN.test(domain)) {
    console.error(`«${domain}» no es un nombre de dominio, como granja.ejemplo.mx.`);
    return 1;
  }
  const [file, secrets] = [join(folder, '.env'), join(folder, 'secrets')];
  if (existsSync(file)) {
    console.error(`${file} ya existe: es de una instalación y no se escribe encima.`);
    return 1;
  }
  const values = newSecrets();
  const isRestored = existsSync(secrets);
  if (isRestored) {
    const kept = readdirSync(secrets);
    const users = redisUsers();
    const absent = Object.keys(values).filter((name) => !kept.includes(name));
    const missing = absent.filter((name) => !(name in users));
    // A copy of before there were such users.
    if (missing.length === 0 && absent.length > 0) writeSecrets(secrets, users);
    if (missing.length > 0) {
      console.error(`A la copia de ${secrets} le falta: ${missing.join(', ')}.`);
      return 1;
    }
  } else writeSecrets(secrets, values);
  // The folder keeps others out; a container's own user, who is nobody here, must be able to read its secret.
  chmodSync(secrets, 0o700);
  for (const name of Object.keys(values)) chmodSync(join(secrets, name), 0o444);
  const variables = { ACEQUIA_ADMIN_EMAIL: email, ...(domain && behindCaddy(domain)) };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  if (isPrivate(domain))
    console.log(
      'Ese nombre no es público: instala la autoridad de Caddy en teléfonos y placas (docs/operations.md, «On a LAN with Docker»).',
    );
  if (isRestored) {
    console.log(`Listo: ${file}, con los secretos que ya estaban en ${secrets}.`);
    console.log('Sigue: restaura el respaldo (docs/operations.md), y después docker compose up -d');
    return 0;
  }
  console.log(`Listo: ${file} y ${secrets}.`);
  console.log(`Primer administrador: ${email}, contraseña ${values.admin_password}`);
  console.log('Guarda una copia de secrets/ fuera de este equipo: sin backup_passphrase no se abre ningún respaldo.');
  console.log('Sigue: docker compose up -d');
  return 0;
};

process.exit(deployInit(process.cwd(), process.argv[2], process.argv[3]));
