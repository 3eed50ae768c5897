import type { PlacaCredencial, Switch } from '@acequia/contracts';
import type { ApiClient } from '@acequia/local';
import { PASSWORD, RELAY_PINS, SENSOR_PIN, type Farm } from './farm.js';

export interface ManySwitches {
  email: string;
  boards: PlacaCredencial[];
  switches: Switch[];
}

const PER_BOARD = 10;

/** `count` switches in pairs, ten to a board and each board with a sensor, all assigned to a usuario of their own (password: PASSWORD). */
export async function manySwitches(root: ApiClient, farm: Farm, count: number): Promise<ManySwitches> {
  const empresa_id = farm.empresa.id;
  const boards: PlacaCredencial[] = await root.call('placas.registrar', {
    body: { empresa_id, cantidad: Math.ceil(count / PER_BOARD) },
  });
  const switches: Switch[] = [];
  // A bulk call accepts at most two hundred.
  for (let from = 0; from < count; from += 200) {
    const items = Array.from({ length: Math.min(200, count - from) }, (_, i) => from + i);
    const saved = await root.call('switches.guardar_lote', {
      body: {
        switches: items.map((n) => ({
          nombre: `Válvula ${(n % 2) + 1}`,
          tipo: 'selenoide' as const,
          zona: `Sector ${String(Math.floor(n / 2) + 1).padStart(3, '0')}`,
          empresa_id,
          dispositivo_id: boards[Math.floor(n / PER_BOARD)]!.id,
          par_numero: 2 as const,
          switch_site_id: Math.floor(n / 2) + 1,
          hardware_pin: RELAY_PINS[n % PER_BOARD]!,
          tiene_sensor: 1 as const,
          sensor_pin: SENSOR_PIN,
          activo: 1 as const,
        })),
      },
    });
    switches.push(...saved.switches);
  }
  const email = `muchos-${Date.now()}@acequia.test`;
  await root.call('usuarios.crear', {
    body: {
      nombre: 'Muchos switches',
      email,
      password: PASSWORD,
      rol: 'usuario',
      empresa_id,
      switches: switches.map(({ id }) => id),
    },
  });
  return { email, boards, switches };
}
