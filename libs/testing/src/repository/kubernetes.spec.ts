import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_VARIABLES, nodeFlags, SERVICE_NAMES, type ServiceName } from '@acequia/local';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import yaml from 'yaml';
import { ROOT } from '../runner/command.js';
import { environmentSchemaOf, variablesOf } from './environment-schema.js';
import { metricsOfTheCode, namesToQuery } from './metrics.js';

const FOLDER = join(ROOT, 'deploy/kubernetes');
const MODELS = {
  Deployment,
  StatefulSet,
  HorizontalPodAutoscaler,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
};

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { configMapKeyRef: { name: string; key: string } } | null;
}
interface Container {
  name: string;
  command?: string[];
  env: Variable[];
  ports?: { name: string; containerPort: number }[];
  resources: { limits: { memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  readinessProbe?: { httpGet?: { path: string; port: string } };
  [probe: string]: unknown;
}
interface Pod {
  securityContext: object;
  automountServiceAccountToken: boolean;
  containers: [Container];
  volumes: { name: string; secret?: { secretName: string; items?: { key: string; path: string }[] } }[];
  topologySpreadConstraints?: { topologyKey: string; labelSelector: { matchLabels: { app: string } } }[];
}
interface Thing {
  kind: keyof typeof MODELS;
  metadata: { name: string };
  spec: {
    template: { metadata: { labels: { app: string } }; spec: Pod };
    selector: { app?: string; matchLabels?: { app: string } };
    ports: { name: string; port: number; targetPort: string }[];
    minAvailable: number;
    scaleTargetRef: { name: string };
    metrics: { external?: { metric: { name: string } }; pods?: { metric: { name: string } } }[];
  };
}
interface Kustomization {
  bases?: string[];
  resources?: string[];
  patchesStrategicMerge?: string[];
  configMapGenerator?: { name: string; literals: string[] }[];
}

const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');
const things = (path: string): Thing[] =>
  yaml.parseAllDocuments(read(path)).map((document) => document.toJSON() as Thing);
const kustomization = (folder: string): Kustomization =>
  yaml.parse(read(`${folder}/kustomization.yaml`)) as Kustomization;
const overlays = readdirSync(join(FOLDER, 'overlays')).map((name) => `overlays/${name}`);
const folders = ['base', ...overlays];
const filesOf = (folder: string, list: 'resources' | 'patchesStrategicMerge'): string[] =>
  (kustomization(folder)[list] ?? []).map((file) => `${folder}/${file}`);
const resources = folders.flatMap((folder) => filesOf(folder, 'resources'));
const all = resources.flatMap((path) => things(path).map((thing) => ({ path, thing })));
const base = filesOf('base', 'resources').flatMap(things);
const ofKind = (kind: string): Thing[] => base.filter((thing) => thing.kind === kind);
const named = (kind: string, name: string): Thing => ofKind(kind).find(({ metadata }) => metadata.name === name)!;
const podOf = (name: string): Pod => named('Deployment', name).spec.template.spec;
const pods = all.filter(({ thing }) => ['Deployment', 'StatefulSet', 'Job'].includes(thing.kind));
const configured = new Set(
  folders
    .flatMap((folder) => kustomization(folder).configMapGenerator ?? [])
    .flatMap(({ literals }) => literals.map((one) => one.split('=')[0]!)),
);
/** Files that `npm run deploy:init` writes, and what an operator adds for a broker. */
const SECRETS = new Set(
  [...readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').matchAll(/\.\/secrets\/(\w+)/g)].map((match) => match[1]!),
).add('mqtt_url');

const valueFor = (variable: string, given: string | undefined): string => {
  if (given !== undefined && !given.startsWith('/run/')) return given;
  if (variable.startsWith('DATABASE_URL')) return 'postgres://role:password@postgres:5432/acequia';
  if (variable.startsWith('REDIS')) return 'redis://:password@redis:6379';
  if (variable === 'MQTT_URL') return 'mqtts://broker:8883';
  if (variable === 'ACEQUIA_ADMIN_EMAIL') return 'a@b.mx';
  return variable.endsWith('_URL') || variable.startsWith('OTEL')
    ? 'https://granja.ejemplo.mx'
    : 'a-secret-of-at-least-32-characters';
};

/** Variables of a service as its schema sees them; what comes from the ConfigMap counts as absent unless it is demanded. */
const environmentOf = (service: ServiceName, variables: Variable[]): [string, string][] =>
  variables.flatMap(({ name, value, valueFrom }) => {
    const plain = name.replace(/_FILE$/, '');
    if (valueFrom && plain !== 'ACEQUIA_ADMIN_EMAIL') return [];
    const own = service !== 'api-gateway' && plain === DATABASE_VARIABLES[service];
    return [[own ? 'DATABASE_URL' : plain, valueFor(plain, value)] as [string, string]];
  });

describe('deploy/kubernetes', () => {
  it.each(all.map(({ path, thing }) => [`${path}: ${thing.kind} ${thing.metadata.name}`, thing] as const))(
    '%s is valid',
    (_, thing) => {
      expect(Object.keys(MODELS)).toContain(thing.kind);
      const model = new MODELS[thing.kind](thing as never) as { validate(): void };
      expect(() => model.validate()).not.toThrow();
    },
  );

  it.each(folders)('%s names every file that lies beside it, and bases that exist', (folder) => {
    const { resources: files = [], patchesStrategicMerge: patches = [], bases = [] } = kustomization(folder);
    const beside = readdirSync(join(FOLDER, folder)).filter((name) => name !== 'kustomization.yaml');
    expect([...files, ...patches].sort()).toEqual(beside.sort());
    for (const one of bases) expect(() => kustomization(join(folder, one))).not.toThrow();
  });

  it('runs every service, with a Service, a budget for disruptions and an autoscaler', () => {
    const names = [...SERVICE_NAMES].sort();
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'])
      expect(
        ofKind(kind)
          .map(({ metadata }) => metadata.name)
          .sort(),
      ).toEqual(names);
  });

  it.each(SERVICE_NAMES)('%s gets only variables that it reads, and all that it needs', async (service) => {
    const schema = await environmentSchemaOf(service);
    const [container] = podOf(service).containers;
    const known = variablesOf(schema);
    const plain = (name: string): string =>
      name.startsWith('DATABASE_URL') ? 'DATABASE_URL' : name.replace(/_FILE$/, '');
    expect(container.env.map(({ name }) => plain(name)).filter((name) => !known.includes(name))).toEqual([]);
    const parsed = schema.safeParse(Object.fromEntries(environmentOf(service, container.env)));
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  it.each(SERVICE_NAMES)('%s starts as npm start starts it, below its memory limit', (service) => {
    const [
      {
        command,
        resources: { limits },
      },
    ] = podOf(service).containers;
    expect(command).toEqual(['node', ...nodeFlags(service), `apps/${service}/dist/main.js`]);
    const heap = Number(/--max-old-space-size=(\d+)/.exec(command!.join(' '))![1]);
    expect(Number(/^(\d+)Mi$/.exec(limits.memory)![1])).toBeGreaterThanOrEqual(heap + 192);
  });

  it.each(SERVICE_NAMES)('%s is asked for its health where it answers', (service) => {
    const [container] = podOf(service).containers;
    const internal = container.env.find(({ name }) => name === 'INTERNAL_PORT')?.value;
    expect(container.ports).toContainEqual({ name: 'internal', containerPort: Number(internal) });
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map(
      (name) => (container[name] as { httpGet: { path: string; port: string } }).httpGet,
    );
    expect(probes.map(({ path }) => path)).toEqual(['/health', '/health', '/health/live']);
    expect(new Set(probes.map(({ port }) => port))).toEqual(new Set(['internal']));
    const routes = readFileSync(join(ROOT, 'libs/service-kit/src/http/operations.ts'), 'utf8');
    for (const { path } of probes) expect(routes).toContain(`'${path}'`);
  });

  it('opens the ports that the services listen on, by names that their Services know', () => {
    const portOf = (service: string, variable: string): number =>
      Number(podOf(service).containers[0].env.find(({ name }) => name === variable)?.value);
    const doors: [string, string, string][] = [
      ['api-gateway', 'http', 'PORT'],
      ['device-gateway', 'mqtt', 'MQTT_PORT'],
      ['device-gateway', 'mqtts', 'MQTT_TLS_PORT'],
    ];
    for (const [service, name, variable] of doors)
      expect(podOf(service).containers[0].ports).toContainEqual({ name, containerPort: portOf(service, variable) });
    for (const { metadata, spec } of ofKind('Service')) {
      expect(spec.selector).toEqual({ app: metadata.name });
      const containerPorts = podOf(metadata.name).containers[0].ports!.map(({ name, containerPort }) => [
        name,
        containerPort,
        name,
      ]);
      expect(spec.ports.map(({ name, port, targetPort }) => [name, port, targetPort])).toEqual(containerPorts);
    }
  });

  it.each(pods.map(({ thing }) => [thing.metadata.name, thing.spec.template.spec] as const))(
    '%s runs without rights, on a root that it cannot write',
    (_, pod) => {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.containers[0].resources.limits.memory).toMatch(/^\d+[MG]i$/);
    },
  );

  it.each(pods.map(({ thing }) => [thing.metadata.name, thing.spec.template.spec] as const))(
    '%s mounts the secrets that it names, and deploy:init writes them',
    (_, pod) => {
      const [container] = pod.containers;
      const items = pod.volumes.find(({ name }) => name === 'secrets')!.secret!.items!;
      const used = JSON.stringify(container).match(/\/run\/secrets\/\w+/g) ?? [];
      expect([...new Set(used)].sort()).toEqual(items.map(({ path }) => `/run/secrets/${path}`).sort());
      expect(items.map(({ key }) => key).filter((key) => !SECRETS.has(key))).toEqual([]);
    },
  );

  it.each(SERVICE_NAMES)('%s accepts the previous key while the key is rotated', (service) => {
    const names = podOf(service).containers[0].env.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ACEQUIA_SECRET_KEY_FILE', 'ACEQUIA_SECRET_KEY_PREVIOUS_FILE']));
  });

  it.each(SERVICE_NAMES)('%s is spread, kept and scaled as itself', (service) => {
    const spread = podOf(service).topologySpreadConstraints!;
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    for (const { labelSelector } of spread) expect(labelSelector.matchLabels).toEqual({ app: service });
    expect(named('PodDisruptionBudget', service).spec).toMatchObject({
      minAvailable: 1,
      selector: { matchLabels: { app: service } },
    });
    const { scaleTargetRef, metrics } = named('HorizontalPodAutoscaler', service).spec;
    expect(scaleTargetRef.name).toBe(service);
    const names = metrics.map(({ external, pods: each }) => (external ?? each)!.metric.name);
    expect(names.filter((name) => !namesToQuery(metricsOfTheCode()).has(name))).toEqual([]);
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('reads from its ConfigMap only what an overlay writes there, and the reverse', () => {
    const refs = SERVICE_NAMES.flatMap((name) => podOf(name).containers[0].env).flatMap(
      ({ valueFrom }) => valueFrom?.configMapKeyRef.key ?? [],
    );
    // Left to the operator: TLS at the boards' door comes from a patch, a balancer and traces from nowhere.
    const balancer = ['MQTT_PROXY_PROTOCOL', 'MQTT_TRUSTED_PROXIES'];
    const optional = ['MQTT_TLS_CERT', 'MQTT_TLS_KEY', 'OTEL_EXPORTER_OTLP_ENDPOINT', ...balancer];
    expect([...new Set(refs)].filter((key) => !optional.includes(key)).sort()).toEqual([...configured].sort());
  });

  it('lets nobody in or out by default, and names only pods that there are', () => {
    const policies = all.filter(({ thing }) => thing.kind === 'NetworkPolicy').map(({ thing }) => thing);
    expect(policies[0]).toMatchObject({ spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] } });
    expect(policies[0]).not.toHaveProperty('spec.ingress');
    const apps = new Set(pods.map(({ thing }) => thing.spec.template.metadata.labels.app));
    const text = JSON.stringify(policies);
    const lists = [...text.matchAll(/"key":"app","operator":"In","values":\[([^\]]*)\]/g)].flatMap(([, list]) =>
      list!.replaceAll('"', '').split(','),
    );
    const single = [...text.matchAll(/"matchLabels":\{"app":"([^"]+)"\}/g)].map((match) => match[1]!);
    expect([...lists, ...single].filter((app) => !apps.has(app))).toEqual([]);
    expect(lists.length).toBeGreaterThan(0);
  });
});
