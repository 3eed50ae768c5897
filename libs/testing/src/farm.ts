import type { Empresa, PlacaCredencial, Switch, Usuario } from '@acequia/contracts';
import { type ApiClient, ApiFailure } from '@acequia/local';
import type { IClientOptions, MqttClient } from 'mqtt';
import { until } from './eventually.js';
import type { RunningAcequia } from './running-acequia.js';

export const PASSWORD = 'una clave de campo';

export interface Person {
  id: number;
  email: string;
  api: ApiClient;
}

export interface FarmOptions {
  /** Pairs of switches on the board; pair n uses the relay pins of {@link RELAY_PINS} and the sensor pin 15 when n is 1. */
  pairs?: number;
  zona_horaria?: string;
}

/** Relay pins handed out in order, two per pair. */
export const RELAY_PINS = [4, 5, 16, 13, 14, 18, 19, 21, 22, 23, 25, 26, 27, 32, 33] as const;
export const SENSOR_PIN = 15;

const PATIENCE_MS = 60_000;
const AGAIN_MS = 500;

let farms = 0;

/** On a machine with no processor to spare a call may be refused before it ran: what a test only builds on is asked for again. */
async function built<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const didNotRun = error instanceof ApiFailure && error.body.codigo === 'servicio_no_disponible';
      if (!didNotRun || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** A company with its admin, a usuario, a board with credentials and switches assigned to the usuario; created through the API. */
export class Farm {
  private constructor(
    private readonly acequia: RunningAcequia,
    readonly empresa: Empresa,
    readonly admin: Person,
    readonly usuario: Person,
    readonly board: PlacaCredencial,
    readonly switches: Switch[],
  ) {}

  static async create(acequia: RunningAcequia, root: ApiClient, options: FarmOptions = {}): Promise<Farm> {
    const n = ++farms;
    const empresa = await built(() =>
      root.call('empresas.crear', {
        body: {
          nombre: `Rancho ${n}`,
          fecha_vencimiento: '2099-12-31',
          zona_horaria: options.zona_horaria ?? 'America/Mexico_City',
        },
      }),
    );
    const [board] = await built(() => root.call('placas.registrar', { body: { empresa_id: empresa.id } }));
    if (!board) throw new Error('no board was registered');
    const body = { switches: pairsOf(empresa.id, board.id, options.pairs ?? 1) };
    const { switches } = await built(() => root.call('switches.guardar_lote', { body }));
    const person = async (rol: Usuario['rol'], assigned: number[]): Promise<Person> => {
      const email = `${rol}-${n}-${Date.now()}@acequia.test`;
      const body = {
        nombre: `${rol} ${n}`,
        email,
        password: PASSWORD,
        rol,
        empresa_id: empresa.id,
        switches: assigned,
      };
      const { id } = await built(() => root.call('usuarios.crear', { body }));
      return { id, email, api: await built(() => acequia.login(email, PASSWORD)) };
    };
    const admin = await person('admin_empresa', []);
    const usuario = await person(
      'usuario',
      switches.map(({ id }) => id),
    );
    return new Farm(acequia, empresa, admin, usuario, board, switches);
  }

  /** Connects the farm's board as a real MQTT client; `clean` as a board connects after each boot. */
  connectBoard(overrides: IClientOptions = {}): Promise<MqttClient> {
    return connectBoard(this.acequia.mqtt, this.board, overrides);
  }
}

/** Loaded with the first board: slow, and most specs that import this library use none. */
let mqtt: Promise<typeof import('mqtt')> | undefined;

/** A real MQTT client with a board's credentials. Rejects when the broker refuses them. */
export async function connectBoard(
  url: string,
  board: Pick<PlacaCredencial, 'id' | 'username' | 'password'>,
  overrides: IClientOptions = {},
): Promise<MqttClient> {
  mqtt ??= import('mqtt');
  return (await mqtt).connectAsync(
    url,
    {
      clientId: `placa-${board.id}`,
      username: board.username,
      password: board.password,
      reconnectPeriod: 0,
      ...overrides,
    },
    false,
  );
}

/** Publishes one sample or an array of them with QoS 1; resolves with the PUBACK. */
export async function publishTelemetry(client: MqttClient, boardNumber: number, sample: unknown): Promise<void> {
  await client.publishAsync(
    `acequia/v1/${boardNumber}/telemetry`,
    typeof sample === 'string' ? sample : JSON.stringify(sample),
    { qos: 1 },
  );
}

/** The same without waiting: a test that ends its client a moment later has nothing more to hear. */
export function sendTelemetry(client: MqttClient, boardNumber: number, sample: unknown): void {
  client.publish(`acequia/v1/${boardNumber}/telemetry`, JSON.stringify(sample), { qos: 1 });
}

/**
 * Resolves once a board that knows points is sent so many: what the gateway sends a board is what it takes from it. A sample of a point
 * that it does not know yet is lost, as it is from a board with other firmware.
 */
export async function untilSentPoints(client: MqttClient, boardNumber: number, count: number): Promise<void> {
  let points = 0;
  client.on('message', (_topic, payload) => {
    points = (JSON.parse(payload.toString()) as { points?: unknown[] }).points?.length ?? points;
  });
  await client.subscribeAsync(`acequia/v1/${boardNumber}/config`, { qos: 1 });
  const status = JSON.stringify({ online: true, can: ['points'] });
  await client.publishAsync(`acequia/v1/${boardNumber}/status`, status, { qos: 1, retain: true });
  await until(() => points === count, `a board is sent ${count} points`);
}

function pairsOf(empresa_id: number, dispositivo_id: number, pairs: number) {
  return Array.from({ length: pairs }, (_, index) =>
    ['A', 'B'].map((letter, side) => ({
      nombre: `Válvula ${letter}${index + 1}`,
      tipo: 'selenoide' as const,
      zona: `Sector ${index + 1}`,
      empresa_id,
      dispositivo_id,
      par_numero: 2 as const,
      switch_site_id: index + 1,
      hardware_pin: RELAY_PINS[2 * index + side]!,
      tiene_sensor: index === 0 ? (1 as const) : (0 as const),
      sensor_pin: index === 0 ? SENSOR_PIN : null,
      activo: 1 as const,
    })),
  ).flat();
}
