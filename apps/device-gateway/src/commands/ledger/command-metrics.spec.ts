import { Registry } from 'prom-client';
import { CommandMetrics } from './command-metrics.js';

const comando = { entidad: 'switch', accion: 'on', ts: 1_000, resuelto_ts: null } as const;

describe('CommandMetrics', () => {
  it('counts a command once, when it has ended, and times only what was confirmed', async () => {
    const registry = new Registry();
    const metrics = new CommandMetrics(registry);
    metrics.note({ ...comando, estado: 'solicitado' });
    metrics.note({ ...comando, estado: 'enviado' });
    metrics.note({ ...comando, estado: 'confirmado', resuelto_ts: 1_200 });
    metrics.note({ ...comando, estado: 'rechazado', resuelto_ts: 9_000 });
    const lines = (await registry.metrics())
      .split('\n')
      .filter((line) => /^acequia_commands_total|_sum|_count/.test(line));
    expect(lines).toEqual([
      'acequia_commands_total{entidad="switch",accion="on",estado="confirmado"} 1',
      'acequia_commands_total{entidad="switch",accion="on",estado="rechazado"} 1',
      'acequia_command_seconds_sum{entidad="switch"} 0.2',
      'acequia_command_seconds_count{entidad="switch"} 1',
    ]);
  });
});
