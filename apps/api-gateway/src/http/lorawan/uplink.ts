import {
  AppError,
  type ChirpstackEvento,
  LORAWAN_RADIO,
  type UplinkLorawan,
  texto,
  type TtsMensaje,
} from '@acequia/contracts';
import { decoded, radioOf } from './decoded.js';
import { texts } from '../../textos.js';

/** An uplink, and the paths of it that hold no number. */
export interface Understood {
  uplink: Omit<UplinkLorawan, 'empresa_id'>;
  others: string[];
}

const name = texto(120);
/** A node's name is shown and no more: one that cannot be is cut. */
const named = (text: string | undefined): string => name.safeParse((text ?? '').slice(0, 120)).data ?? '';

/** @throws AppError `datos_invalidos` */
const required = <T>(value: T | undefined, campo: string): T => {
  if (value === undefined || value === '')
    throw new AppError('datos_invalidos', { detalles: [{ campo, mensaje: texts.lorawan.missing }] });
  return value;
};

/** Who sent an event of ChirpStack, and when. A report on the battery carries the id of the uplink that brought it. */
const headOf = (event: string, { deviceInfo, deduplicationId, time }: ChirpstackEvento) => ({
  servidor: 'chirpstack' as const,
  dev_eui: required(deviceInfo, 'body.deviceInfo').devEui,
  nombre: named(deviceInfo?.deviceName),
  mensaje: `${event}:${required(deduplicationId, 'body.deduplicationId')}`,
  ts: Date.parse(required(time, 'body.time')),
  simulada: 0 as const,
});

/**
 * What an event of ChirpStack says; null = nothing that is measured.
 * @throws AppError `datos_invalidos`
 */
export const ofChirpstack = (event: string, body: ChirpstackEvento): Understood | null => {
  if (event === 'up') {
    const { campos, others } = decoded(body.object, 'body.object');
    const uplink = { ...headOf(event, body), f_cnt: body.fCnt ?? 0, campos: [...campos, ...radioOf(body.rxInfo)] };
    return { uplink, others };
  }
  if (event !== 'status') return null;
  const known = body.batteryLevel !== undefined && !body.batteryLevelUnavailable && !body.externalPowerSource;
  const campos = known ? [{ ruta: LORAWAN_RADIO.bateria, valor: body.batteryLevel ?? null }] : [];
  return { uplink: { ...headOf(event, body), f_cnt: null, campos }, others: [] };
};

/** The battery that The Things Stack repeats with each uplink, at the time at which the node told it. */
const batteryOf = ({ last_battery_percentage: told }: NonNullable<TtsMensaje['uplink_message']>) =>
  told?.received_at === undefined
    ? []
    : [{ ruta: LORAWAN_RADIO.bateria, valor: told.value ?? 0, ts: Date.parse(told.received_at) }];

/**
 * What a message of The Things Stack says; null = nothing that is measured.
 * @throws AppError `datos_invalidos`
 */
export const ofTts = (body: TtsMensaje): Understood | null => {
  const { end_device_ids: ids, uplink_message: up } = body;
  if (!up) return null;
  const received = required(up.received_at ?? body.received_at, 'body.uplink_message.received_at');
  const { campos, others } = decoded(up.decoded_payload, 'body.uplink_message.decoded_payload');
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
  return { uplink, others };
};
