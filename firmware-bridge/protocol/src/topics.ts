import { MAX_ID } from '@acequia/contracts';

/** Version of the wire protocol: a breaking change gets a new root, and both are served during the migration. */
export const TOPIC_ROOT = 'acequia/v1';

/** Channels that a board publishes to. */
export const CHANNELS_OF_PLACA = ['status', 'telemetry', 'result', 'runs'] as const;
/** Channels that a board subscribes to. */
export const CHANNELS_TO_PLACA = ['command', 'config', 'agenda', 'control', 'update'] as const;
export type CanalDePlaca = (typeof CHANNELS_OF_PLACA)[number];
export type CanalAPlaca = (typeof CHANNELS_TO_PLACA)[number];
export type Canal = CanalDePlaca | CanalAPlaca;

/** Topics of one board, by its number; and the gateway's filters over all boards. */
export const topics = {
  status: (numero: number) => `${TOPIC_ROOT}/${numero}/status`,
  telemetry: (numero: number) => `${TOPIC_ROOT}/${numero}/telemetry`,
  result: (numero: number) => `${TOPIC_ROOT}/${numero}/result`,
  runs: (numero: number) => `${TOPIC_ROOT}/${numero}/runs`,
  command: (numero: number) => `${TOPIC_ROOT}/${numero}/command`,
  config: (numero: number) => `${TOPIC_ROOT}/${numero}/config`,
  agenda: (numero: number) => `${TOPIC_ROOT}/${numero}/agenda`,
  control: (numero: number) => `${TOPIC_ROOT}/${numero}/control`,
  update: (numero: number) => `${TOPIC_ROOT}/${numero}/update`,
  /** All boards' topics of one channel, as a subscription filter. */
  ofAll: (canal: Canal) => `${TOPIC_ROOT}/+/${canal}`,
} as const;

export interface TopicDePlaca {
  numero: number;
  canal: Canal;
}

const FORMA = new RegExp(`^${TOPIC_ROOT}/([1-9]\\d{0,9})/(${[...CHANNELS_OF_PLACA, ...CHANNELS_TO_PLACA].join('|')})$`);

/** The board and channel of a topic; null for any other topic, including wildcards and non-canonical spellings of a number. */
export const parseTopic = (topic: string): TopicDePlaca | null => {
  const match = FORMA.exec(topic);
  if (!match) return null;
  const numero = Number(match[1]);
  return numero <= MAX_ID ? { numero, canal: match[2] as Canal } : null;
};

export const isBoardChannel = (canal: Canal): canal is CanalDePlaca =>
  (CHANNELS_OF_PLACA as readonly Canal[]).includes(canal);

/** MQTT client id of a board. */
export const clientIdOf = (numero: number): string => `placa-${numero}`;
/** MQTT user name of a board. */
export const usernameOf = (numero: number): string => String(numero);

/** The board's number in an MQTT user name; null for anything but plain digits. */
export const numeroOf = (username: string): number | null => {
  if (!/^[1-9]\d{0,9}$/.test(username)) return null;
  const numero = Number(username);
  return numero <= MAX_ID ? numero : null;
};
