import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@acequia/local';
import { parseAllDocuments } from 'yaml';
import { Programs, ROOT } from './programs.js';

const OVERLAYS = join(ROOT, 'deploy/kubernetes/overlays');

interface Thing {
  kind: string;
  metadata: { name: string; namespace: string };
  spec?: { template?: { spec: { containers: { image: string; env?: { name: string }[] }[] } } };
}

describe('deploy/kubernetes', () => {
  const programs = new Programs();
  afterAll(() => programs.end());

  const render = (overlay: string): { text: string; things: Thing[] } => {
    const args = ['kustomize', join(OVERLAYS, overlay)];
    const text = programs.run({ name: 'kubectl', command: 'kubectl', args, env: { HOME: programs.folder } });
    return { text, things: parseAllDocuments(text).map((document) => document.toJSON() as Thing) };
  };

  it.each(readdirSync(OVERLAYS))('%s is rendered whole by kubectl, in one namespace', (overlay) => {
    const { things } = render(overlay);
    const deployments = things.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual([...SERVICE_NAMES].sort());
    expect(new Set(things.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['acequia']));
    const names = things.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    for (const { spec } of deployments) expect(spec?.template?.spec.containers[0]?.image).toBe('acequia:local');
  });

  it('gives every reference to the ConfigMap the name under which it is rendered', () => {
    const { text, things } = render('external');
    const [map] = things.filter(({ kind }) => kind === 'ConfigMap');
    expect(map?.metadata.name).toMatch(/^acequia-\w+$/);
    const references = [...text.matchAll(/configMapKeyRef:\n\s+key: \w+\n\s+name: (\S+)/g)].map((match) => match[1]);
    expect(new Set(references)).toEqual(new Set([map?.metadata.name]));
  });

  it('sends boards to an external broker: who needs its address has it', () => {
    const { things } = render('external-broker');
    const having = things
      .filter(({ spec }) => JSON.stringify(spec ?? {}).includes('MQTT_URL_FILE'))
      .map(({ metadata }) => metadata.name);
    expect(having.sort()).toEqual(['device-gateway', 'inventory']);
    expect(readFileSync(join(OVERLAYS, 'external-broker/broker.yaml'), 'utf8')).toContain('/run/broker/mqtt_url');
  });
});
