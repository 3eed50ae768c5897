import { StartError, type Environment } from './environment.js';
import { freePort, portIsFree } from './ports.js';
import { SERVICE_NAMES, type ServiceName } from './service-names.js';
import type { InstancePorts } from './services.js';

/** HTTP addresses of all api-gateway instances, MQTT addresses of all device-gateway instances, and where the former tell their health. */
export interface Doors {
  http: string[];
  mqtt: string[];
  health: string[];
}

/** Which instance of which service listens where. */
export interface Layout {
  ports: ReadonlyMap<ServiceName, InstancePorts[]>;
  doors: Doors;
}

/** Of the addresses that are listened on, one to ask from this machine, as it stands in a URL. */
const reachableAt = (hosts: string): string => {
  const all = hosts.split(',').map((host) => host.trim());
  if (all.some((host) => ['0.0.0.0', '::', '127.0.0.1'].includes(host))) return '127.0.0.1';
  const [first = '127.0.0.1'] = all;
  return first.includes(':') ? `[${first}]` : first;
};

/** The first instance of a service gets the ports of the environment, every further one free ports. */
export const layOut = async (environment: Environment): Promise<Layout> => {
  const { ACEQUIA_HOST, ACEQUIA_INSTANCES, MQTT_PORT, MQTT_URL, PORT, TLS_CERT } = environment;
  const publicPorts: Partial<Record<ServiceName, number>> = { 'api-gateway': PORT, 'device-gateway': MQTT_PORT };
  const ports = new Map<ServiceName, InstancePorts[]>();
  for (const service of SERVICE_NAMES) {
    const instances: InstancePorts[] = [];
    for (let n = 0; n < ACEQUIA_INSTANCES; n++) {
      const first = publicPorts[service];
      const door = n === 0 || first === undefined ? first : await freePort();
      const tls = n > 0 && service === 'device-gateway' ? { tls: await freePort() } : {};
      instances.push({ internal: await freePort(), ...(door !== undefined && { door }), ...tls });
    }
    ports.set(service, instances);
  }
  const of = (service: ServiceName): InstancePorts[] => ports.get(service) ?? [];
  const host = reachableAt(ACEQUIA_HOST);
  const addresses = (service: ServiceName, protocol: string): string[] =>
    of(service).map(({ door }) => `${protocol}://${host}:${door}`);
  const doors = {
    http: addresses('api-gateway', TLS_CERT ? 'https' : 'http'),
    mqtt: MQTT_URL ? [MQTT_URL] : addresses('device-gateway', 'mqtt'),
    health: of('api-gateway').map(({ internal }) => `http://127.0.0.1:${internal}`),
  };
  return { ports, doors };
};

/** @throws StartError naming the variable of the first public port that another program holds */
export const checkPublicPorts = async (environment: Environment): Promise<void> => {
  const { ACEQUIA_HOST, PORT, MQTT_PORT, MQTT_URL, MQTT_TLS_CERT, MQTT_TLS_PORT } = environment;
  const wanted: [string, number][] = [['PORT', PORT]];
  if (!MQTT_URL) wanted.push(['MQTT_PORT', MQTT_PORT]);
  if (!MQTT_URL && MQTT_TLS_CERT) wanted.push(['MQTT_TLS_PORT', MQTT_TLS_PORT]);
  for (const [name, port] of wanted)
    if (!(await portIsFree(port, ACEQUIA_HOST.split(','))))
      throw new StartError(`El puerto ${port} (${name}) ya está ocupado por otro programa. Elige otro con ${name}.`);
};
