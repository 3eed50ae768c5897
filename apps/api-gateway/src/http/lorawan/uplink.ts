import {
  AppError,
  type ChirpstackEvento,
  LORAWAN_RADIO,
  type UplinkLorawan,
  texto,
  type TtsMensaje,
} from '@acequia/contracts';
import { decoded, type Decoded, radioOf } from './decoded.js';
import { texts } from '../../textos.js';

/** An uplink, the paths of it that hold no number, and those that a codec made of nothing. */
export interface Understood {
  uplink: Omit<UplinkLorawan, 'empresa_id'>;
  others: string[];
  invented: string[];
}

const name = texto(120);
/** A node's name is shown and no more: one that cannot be is cut. */
const named = (text: string | null | undefined): string => name.safeParse((text ?? '').slice(0, 120)).data ?? '';

/** @throws AppError `datos_invalidos` */
const required = <T>(value: T | null | undefined, campo: string): T => {
  if (value === undefined || value === null || value === '')
    throw new AppError('datos_invalidos', { detalles: [{ campo, mensaje: texts.lorawan.missing }] });
  return value;
};

/**
 * What a codec made of a frame, which both servers let it do of one without bytes too: a node that only answers its network then measures
 * −32 °C and 0 % (TheThingsNetwork/lorawan-devices, issue 421).
 * @param mark what the server leaves out of no message; one that a filter shortened may lack the bytes
 */
const measured = (made: Decoded, bytes: string | null | undefined, mark: unknown): Decoded & { invented: string[] } => {
  const isEmpty = bytes === '' || bytes === null || (bytes === undefined && mark !== undefined);
  if (!isEmpty) return { ...made, invented: [] };
  return { campos: [], others: [], invented: [...made.campos.map(({ ruta }) => ruta), ...made.others] };
};

/** No gateway keeps a frame for longer, ms. */
const KEPT_MS = 86_400_000;

/**
 * When a frame came, ms. ChirpStack's `time` is what a gateway says, and some say 1980 or half an hour from now
 * (its issue 732, and 519 of its network server before): what cannot be is when the server got it.
 */
const cameAt = (time: string, rxInfo: ChirpstackEvento['rxInfo']): number => {
  const told = Date.parse(time);
  const got = Math.min(...(rxInfo ?? []).flatMap(({ nsTime }) => (nsTime ? [Date.parse(nsTime)] : [])));
  return Number.isFinite(got) && (told > got || told < got - KEPT_MS) ? got : told;
};

/** Who sent an event of ChirpStack, and when. A report on the battery carries the id of the uplink that brought it. */
const headOf = (event: string, { deviceInfo, deduplicationId, time, rxInfo }: ChirpstackEvento) => ({
  servidor: 'chirpstack' as const,
  dev_eui: required(deviceInfo, 'body.deviceInfo').devEui,
  nombre: named(deviceInfo?.deviceName),
  mensaje: `${event}:${required(deduplicationId, 'body.deduplicationId')}`,
  ts: cameAt(required(time, 'body.time'), rxInfo),
  simulada: 0 as const,
});

/**
 * What an event of ChirpStack says; null = nothing that is measured.
 * @throws AppError `datos_invalidos`
 */
export const ofChirpstack = (event: string, body: ChirpstackEvento): Understood | null => {
  if (event === 'up') {
    const { campos, ...rest } = measured(decoded(body.object, 'body.object'), body.data, body.devAddr);
    const uplink = { ...headOf(event, body), f_cnt: body.fCnt ?? 0, campos: [...campos, ...radioOf(body.rxInfo)] };
    return { uplink, ...rest };
  }
  if (event !== 'status') return null;
  const { batteryLevel, batteryLevelUnavailable, externalPowerSource } = body;
  const isKnown = typeof batteryLevel === 'number' && !batteryLevelUnavailable && !externalPowerSource;
  const campos = isKnown ? [{ ruta: LORAWAN_RADIO.bateria, valor: batteryLevel }] : [];
  return { uplink: { ...headOf(event, body), f_cnt: null, campos }, others: [], invented: [] };
};

/** The battery that The Things Stack repeats with each uplink, at the time at which the node told it. */
const batteryOf = ({ last_battery_percentage: told }: NonNullable<TtsMensaje['uplink_message']>) =>
  !told?.received_at ? [] : [{ ruta: LORAWAN_RADIO.bateria, valor: told.value ?? 0, ts: Date.parse(told.received_at) }];

/**
 * What a message of The Things Stack says; null = nothing that is measured.
 * @throws AppError `datos_invalidos`
 */
export const ofTts = (body: TtsMensaje): Understood | null => {
  const { end_device_ids: ids, uplink_message: up } = body;
  if (!up) return null;
  const received = required(up.received_at ?? body.received_at, 'body.uplink_message.received_at');
  const made = decoded(up.decoded_payload, 'body.uplink_message.decoded_payload');
  const { campos, ...rest } = measured(made, up.frm_payload, up.session_key_id);
  const f_cnt = up.f_cnt ?? 0;
  const uplink = {
    servidor: 'tts' as const,
    dev_eui: required(ids?.dev_eui, 'body.end_device_ids.dev_eui'),
    nombre: named(ids?.device_id),
    mensaje: `${f_cnt}:${received}`.slice(0, 200),
    ts: Date.parse(received),
    f_cnt,
    simulada: body.simulated ? (1 as const) : (0 as const),
    campos: [...campos, ...radioOf(up.rx_metadata), ...batteryOf(up)],
  };
  return { uplink, ...rest };
};
