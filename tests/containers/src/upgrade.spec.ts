import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlacaCredencial } from '@acequia/contracts';
import { eventually, Ledger, SENSOR_PIN } from '@acequia/testing';
import { Away } from './parts/away.js';
import { Engine } from './parts/engine.js';
import { figure } from './parts/figures.js';
import { Installation } from './parts/installation.js';

const UPGRADE = 'sh deploy/docker/upgrade.sh';
const WRONG_MIGRATION = `export class Wrong9999999999999 { async up(runner) { await runner.query('SELECT no_existe()'); } async down() {} }`;

describe('an upgrade of containers under load', () => {
  let engine: Engine;
  let server: Installation;
  let board: PlacaCredencial;
  let ledger: Ledger;
  let began: string;

  /** An image of the same code with something more in it, and the line of .env that asks for it. */
  const nextImage = async (name: string, lines: string): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-next-'));
    writeFileSync(join(folder, 'Dockerfile'), `FROM acequia:local\nUSER root\n${lines}\nUSER node\n`);
    await engine.docker('build', '-q', '-t', name, folder);
    const env = join(server.folder, '.env');
    const others = readFileSync(env, 'utf8').replace(/^ACEQUIA_IMAGE=.*\n/m, '');
    writeFileSync(env, others);
    appendFileSync(env, `ACEQUIA_IMAGE=${name}\n`);
  };
  const imageOf = async (service: string): Promise<string> => {
    const [id] = (await server.compose('ps', '-q', service)).trim().split('\n');
    return (await engine.docker('inspect', '--format', '{{.Image}}', id!)).trim();
  };
  /** How often a service's container was started, in this upgrade: a second time would be a second gap. */
  const startsOf = async (service: string): Promise<number> => {
    const events = ['events', '--since', began, '--until', new Date().toISOString(), '--filter', 'event=start'];
    const label = `label=com.docker.compose.service=${service}`;
    const lines = await engine.docker(...events, '--filter', label, '--format', '{{.Actor.Attributes.name}}');
    return lines.split('\n').filter((name) => name.endsWith(`${service}-1`)).length;
  };
  const idOf = async (image: string): Promise<string> =>
    (await engine.docker('image', 'inspect', '--format', '{{.Id}}', image)).trim();
  const nothingIsLost = async (): Promise<void> => {
    const ids = `SELECT placa_id || ':' || (extract(epoch FROM ts) * 1000)::bigint FROM telemetry_history.lecturas WHERE pin = ${SENSOR_PIN}`;
    await eventually(async () => {
      // Before the question: the ledger goes on while it is answered.
      const acknowledged = [...ledger.rows()];
      const rows = await server.query(ids);
      const stored = new Set(rows);
      expect(acknowledged.filter((row) => !stored.has(row))).toEqual([]);
      expect(rows).toHaveLength(stored.size);
    });
  };

  beforeAll(async () => {
    engine = await Engine.start();
    server = await Installation.prepare(engine);
    await server.compose('build');
    await server.compose('up', '-d', '--wait');
    const root = await eventually(() => server.login());
    const { id } = await root.call('empresas.crear', { body: { nombre: 'Norte', fecha_vencimiento: '2099-01-01' } });
    [board] = (await root.call('placas.registrar', { body: { empresa_id: id } })) as [PlacaCredencial];
    ledger = new Ledger(server.mqtt, [board], 20);
    await ledger.start();
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.end();
    await engine?.stop();
  });

  it('goes one service after another: nothing is lost or doubled', async () => {
    await nextImage('acequia:second', 'LABEL acequia=next');
    began = new Date().toISOString();
    const away = Away.watch(`${server.http}/api/health`);
    await figure('seconds of the upgrade', () => server.shell(UPGRADE));
    const gap = await away.stop();
    await figure('longest time without the console, ms', () => gap);
    for (const service of ['auth-tenancy', 'alerts', 'api-gateway'])
      expect(await imageOf(service)).toBe(await idOf('acequia:second'));
    expect(await startsOf('api-gateway')).toBe(1);
    expect(await server.unwell()).toEqual([]);
    await nothingIsLost();
  });

  it('is refused before anything changes where a migration would fail', async () => {
    const before = await imageOf('alerts');
    await nextImage(
      'acequia:wrong-migration',
      `RUN echo "${WRONG_MIGRATION}" > apps/alerts/dist/wrong.js && \\
  sed -i -e "1i import { Wrong9999999999999 } from './wrong.js';" -e 's/MIGRATIONS = \\[/&Wrong9999999999999,/' apps/alerts/dist/migrations.js`,
    );
    await expect(server.shell(UPGRADE)).rejects.toThrow(/no_existe[^]*«alerts» no puede migrar sus datos/);
    expect(await imageOf('alerts')).toBe(before);
    expect(await server.unwell()).toEqual([]);
  });

  it('that fails in the middle leads back to the version before, with its data', async () => {
    const before = await imageOf('alerts');
    await nextImage(
      'acequia:wrong',
      `RUN sed -i '1i if (process.env.MIGRATIONS !== "rehearse") throw new Error("not today");' apps/alerts/dist/main.js`,
    );
    await figure('seconds of an upgrade that fails and goes back', () =>
      expect(server.shell(UPGRADE)).rejects.toThrow(/not today[^]*con todos sus datos/),
    );
    for (const service of ['auth-tenancy', 'alerts']) expect(await imageOf(service)).toBe(before);
    expect(await server.unwell()).toEqual([]);
    await nothingIsLost();
  });
});
